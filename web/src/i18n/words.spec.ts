/** Every word exists in both languages, is used somewhere, and is defined once. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AUDITED } from '../../../src/protocol/audited.js';

const WEB = path.join(import.meta.dirname, '..');
const LANGUAGES = ['en', 'it'] as const;

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .sort();
const read = (file: string): string => readFileSync(file, 'utf8');

const spaces = filesBelow(path.join(import.meta.dirname, 'en'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.relative(path.join(import.meta.dirname, 'en'), file));

type Words = Readonly<Record<string, string>>;

/** `{ a: { b: 'c' } }` is `{ 'a.b': 'c' }`. */
const flat = (words: object, before = ''): Words =>
  Object.assign(
    {},
    ...Object.entries(words).map(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? flat(value, `${before}${key}.`)
        : { [before + key]: String(value) },
    ),
  ) as Words;
const wordsOf = (language: string, space: string): Words =>
  flat(JSON.parse(read(path.join(import.meta.dirname, language, space))) as object);

const holesIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).sort();

test.each(spaces)('%s: both languages have the same keys, with the same placeholders', (space) => {
  const [english, italian] = LANGUAGES.map((language) => wordsOf(language, space));
  expect(Object.keys(italian!).sort()).toEqual(Object.keys(english!).sort());
  const differing = Object.entries(english!).filter(
    ([key, sentence]) => holesIn(sentence).join() !== holesIn(italian![key]!).join(),
  );
  expect(differing.map(([key]) => key)).toEqual([]);
});

test.each(LANGUAGES)('%s: no key is defined twice in one file', (language) => {
  const twice = spaces.filter((space) => {
    const text = read(path.join(import.meta.dirname, language, space));
    const written = [...text.matchAll(/"[^"\\]+":\s*"/g)].length;
    return Object.keys(wordsOf(language, space)).length !== written;
  });
  expect(twice).toEqual([]);
});

test('every operation of the staff’s log has a word, and no word has none', () => {
  const named = Object.keys(wordsOf('en', 'pit/reports.json')).filter((key) =>
    key.startsWith('audit.operation.'),
  );
  const due = AUDITED.map((name) => `audit.operation.${name.replaceAll(/[:-]/g, '_')}`);
  expect(named.sort()).toEqual(due.sort());
});

const code = filesBelow(WEB)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
  .map(read)
  .join('\n');

/** Keys as they are written in the code: whole, or up to a value that completes them. */
const whole = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key!));
const beginnings = new Set(
  [...code.matchAll(/`([a-z]\w*\.[\w.-]*)\$\{/gi)].map(([, beginning]) => beginning!),
);

/** Groups whose words are looked up by a code that the studio sends. */
const BY_CODE = [
  'refusal',
  'malfunction',
  'reason',
  'event.kind',
  'stall',
  'incident.ending',
  'incident.closedBy',
  'audit.operation',
  'audit.field',
  'audit.value',
  'button',
];

/** The names of malfunctions are a group that two pages use. */
const BY_VALUE = new Set(['malfunction.json']);

/** Groups of the player’s own words, each in a file. */
const GROUPED: Readonly<Record<string, string>> = {
  'lobby.json': 'lobby.',
  'menu.json': 'menu.',
  'roads.json': 'roads.',
};

test.each(spaces.filter((space) => !BY_VALUE.has(space)))('%s: every word is used', (space) => {
  const unused = Object.keys(wordsOf('en', space)).filter((key) => {
    const plain = (GROUPED[space] ?? '') + key.replace(/_(one|other)$/, '');
    if (whole.has(plain)) return false;
    if ([...beginnings].some((beginning) => plain.startsWith(beginning))) return false;
    return !BY_CODE.some((group) => plain.startsWith(`${group}.`));
  });
  expect(unused).toEqual([]);
});

/** Words that Italian has another for, which its buttons and titles have. */
const OTHERS = new RegExp(
  [
    'responsabile di (turno|sala)|gioco sicuro',
    '\\bstrad[ae]\\b',
    'nella cronologia',
    'contrattempo|imprevist',
    'carta di taglio',
    'solitario|giochi da sol[oi]',
    '\\bpartite\\b|nuova partita',
    '\\btesser[ae]\\b|\\bbadge\\b',
    '\\b(del|dal) pit\\b',
    'video (è )?perso',
    'rien ne va plus',
    '\\bfiches\\b|\\bprego\\b',
    '\\bpost[ae]\\b|mazzo impegnato',
    'egalité',
    'ammanc|nostro giornale',
    ' %',
  ].join('|'),
  'i',
);

test('Italian has one word for each of these', () => {
  const found = spaces.flatMap((space) =>
    Object.entries(wordsOf('it', space)).filter(([, sentence]) => OTHERS.test(sentence)),
  );
  expect(found.map(([key, sentence]) => `${key}: ${sentence}`)).toEqual([]);
});

test('English speaks of bets, characters and limits as a native reader does', () => {
  const others =
    /\bthat lies?\b|\b(bets|chips|decks?|money) lies?\b|\bsigns at least\b|letters left|\bfault of\b/i;
  const found = spaces.flatMap((space) =>
    Object.entries(wordsOf('en', space)).filter(([, sentence]) => others.test(sentence)),
  );
  expect(found.map(([key, sentence]) => `${key}: ${sentence}`)).toEqual([]);
});

test.each(LANGUAGES)(
  '%s: the help names the buttons of the roads by their own words',
  (language) => {
    expect(holesIn(wordsOf(language, 'help.json')['roads.ask']!)).toEqual([
      '{{banco}}',
      '{{punto}}',
    ]);
  },
);

/** Times that a studio or an operator may set, as they are by default. */
const SET_TIMES =
  /\b(20|3|5) minut|\b(for|after) a (week|day)\b|\buna settimana\b|\b(per|da) un giorno\b/i;

test.each(LANGUAGES)(
  '%s: no time that a studio may set is written as if it were fixed',
  (language) => {
    const saying = ['help.json', 'solo-help.json', 'solo.json', 'pit/wallets.json'];
    const fixed = saying.flatMap((space) =>
      Object.entries(wordsOf(language, space)).filter(([, sentence]) => SET_TIMES.test(sentence)),
    );
    expect(fixed.map(([key]) => key)).toEqual([]);
  },
);
