/**
 * The code about itself: what a reader may rely on in every file, checked so that no review need
 * ask for it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { DEALER_COMMANDS, DEALER_MESSAGES } from '../src/protocol/dealer.js';
import { PIT_COMMANDS, PIT_MESSAGES } from '../src/protocol/pit.js';
import { PLAYER_COMMANDS, PLAYER_MESSAGES } from '../src/protocol/player.js';
import type { EventDefinition } from '../src/round/define-event.js';
import { EVENT_KINDS, type EventKind, definitionOf } from '../src/round/event.js';
import type { Fields } from '../src/round/field.js';
import { SOLO_COMMANDS, SOLO_MESSAGES } from '../src/protocol/solo.js';
import {
  ROOT,
  type SourceFile,
  folders,
  nodes,
  sourceFiles,
  textFiles,
} from './kit/source-file.js';

const THIS_FILE = 'test/tidy.spec.ts';
const all = sourceFiles('src', 'test', 'bench', 'scripts', 'web').filter(
  (file) => file.path !== THIS_FILE,
);
/** All that is written here but the migrations, which are never edited once they were applied. */
const texts = textFiles('src', 'test', 'bench', 'scripts', 'web', 'prisma/guards');
const inSrc = all.filter((file) => file.path.startsWith('src/') && !file.isSpec);
const specs = all.filter((file) => file.isSpec);

const PURE_ROOMS = [
  ...['money', 'cards', 'punto-banco', 'solo', 'punto-e-banco', 'sette-e-mezzo', 'blackjack'],
  ...['chance', 'roads', 'round', 'protocol'],
];
const isPure = ({ path }: SourceFile): boolean =>
  PURE_ROOMS.some((room) => path.startsWith(`src/${room}/`));

const lineAt = ({ text }: SourceFile, index: number): string =>
  `line ${text.slice(0, index).split('\n').length}`;

/** Where `pattern` (with the flag g) is found, as `file, line: text`. */
const found = (files: readonly SourceFile[], pattern: RegExp): readonly string[] =>
  files.flatMap((file) =>
    [...file.text.matchAll(pattern)].map(
      (match) => `${file.path}, ${lineAt(file, match.index)}: ${match[0].replaceAll(/\s+/g, ' ')}`,
    ),
  );

const EXPORTED_TYPE = /^export (?:declare |abstract )*(?:type|interface|class) (\w+)/gm;

/** The files that export each type of what is built: the studio, its pages and its tools. */
const typeExports = new Map<string, readonly string[]>();
for (const { path, text, isSpec } of all) {
  if (isSpec || path.startsWith('test/')) continue;
  for (const [, name] of text.matchAll(EXPORTED_TYPE)) {
    typeExports.set(name!, [...(typeExports.get(name!) ?? []), path]);
  }
}
const exportsOf = (name: string): readonly string[] => typeExports.get(name) ?? [];

describe('names', () => {
  /** Words that say nothing of the game, and what to do instead. */
  const ANYWHERE = new Map([
    ['manager', 'say what it is: Tables, Seats, a Lease'],
    ['helper', 'name the noun that it is about, or move it where it is used'],
    ['util', 'name the noun that it is about, or move it where it is used'],
    ['impl', 'name what makes it special: LedgerWallet'],
  ]);
  const AT_THE_END = new Map([
    ['handler', 'a gateway, a worker, or the verb that it does'],
    ['processor', 'a gateway, a worker, or the verb that it does'],
  ]);
  const AT_THE_FRONT = new Map([
    ['base', 'no inheritance for convenience: make it a part that is used'],
    ['common', 'say what they have in common'],
  ]);
  /** A person. */
  const MEANT = /shift-?manager/gi;

  /** `HttpUtils` and `http-utils` are `http`, `util`. */
  const words = (name: string): readonly string[] =>
    name
      .replaceAll(MEANT, '')
      .split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, ''));

  const complaint = (place: string, name: string): readonly string[] => {
    const all = words(name);
    const advice =
      all.map((word) => ANYWHERE.get(word)).find((each) => each !== undefined) ??
      AT_THE_END.get(all.at(-1)!) ??
      AT_THE_FRONT.get(all[0]!);
    return advice === undefined ? [] : [`${place}: ${name} (${advice})`];
  };

  it('of files and folders are nouns of the game', () => {
    const complaints = all.flatMap((file) =>
      file.path.split('/').flatMap((part) => complaint(file.path, part.replace(/\.[a-z]+$/, ''))),
    );
    expect(complaints).toEqual([]);
  });

  it('of classes, interfaces and functions are words of the game', () => {
    const isNamed = (node: ts.Node) =>
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isFunctionDeclaration(node);
    const complaints = all.flatMap((file) =>
      nodes(file, isNamed).flatMap(({ name }) => complaint(file.path, name?.text ?? '')),
    );
    expect(complaints).toEqual([]);
  });
});

describe('an exported type', () => {
  it('of what is built has a name of its own: one meaning a word, as the glossary says', () => {
    const several = [...typeExports].filter(([, files]) => files.length > 1);
    expect(several.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
  });
});

describe('words', () => {
  /** Words that the glossary has another for, and what to write instead. */
  const BANNED = new Map([
    ['mishap', 'malfunction'],
    ['hang', 'stalled, a stall'],
    ['hangs', 'stalled, a stall'],
    ['hanging', 'stalled, a stall'],
    ['hung', 'stalled, a stall'],
    ['deed', 'action'],
    ['fate', 'outcome'],
    ['goodbye', 'shutdown'],
    ['lay', 'place; of stakes: were'],
    ['lays', 'places'],
    ['laying', 'placing'],
    ['laid', 'placed'],
    ['told', 'published, recorded, reported, sent'],
    ['untold', 'unpublished'],
    ['mend', 'amend'],
    ['mended', 'amended'],
    ['mending', 'amending'],
    ['purse', 'bankroll'],
    ['put out', 'disconnect'],
    ['puts out', 'disconnects'],
    ['of the house', 'the house is the bank: say of the studio, by default'],
    ['in the house', 'the house is the bank: say in the studio'],
    ['two minds', 'say what differs'],
    ['short of breath', 'overloaded'],
  ]);
  /** What an older version wrote is read by its old name, and quotations are quoted. */
  const EXCEPTIONS: readonly (readonly [word: string, file: string, why: string])[] = [
    ['mishap', 'src/round/past-events.ts', 'the kind in logs of the first versions'],
    ['mishap', 'src/round/past-events.spec.ts', 'the same'],
    ['mishap', 'test/db/report.spec.ts', 'the same, in the report of a round'],
    ['mishap', 'CHANGELOG.md', 'says what the message was called before'],
    ['told', 'src/scanner/spool.ts', 'a line in the files of earlier bridges'],
    ['told', 'src/scanner/spool.spec.ts', 'the same'],
    ['fate', 'test/browser/panels.spec.ts', 'Italian: FATE IL VOSTRO GIOCO'],
  ];
  /** A component is given `Props`. In a sentence the word is a plain one. */
  const OF_TYPES = /\b(interface|type) Given\b/g;

  const prose = textFiles(
    ...['src', 'test', 'bench', 'scripts', 'web', 'prisma/guards', 'docs', 'examples'],
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'prisma/schema.prisma'],
  ).filter(({ path }) => path !== THIS_FILE && !/^(test\/logs|web\/src\/i18n\/it)\//.test(path));

  const isExcepted = (word: string, path: string): boolean =>
    EXCEPTIONS.some(([excepted, file]) => excepted === word && file === path);

  /** `putOut`, `put_out` and `put-out` are `put out`; case does not matter. */
  const plain = (text: string): string =>
    text
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
      .replaceAll(/[_-]/g, ' ')
      .toLowerCase();

  it('that the glossary has another for are in no comment, string, name, style sheet or document', () => {
    const banned = new RegExp(`(?<![a-z])(${[...BANNED.keys()].join('|')})(?![a-z])`, 'g');
    const complaints = prose.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) =>
        [...plain(line).matchAll(banned)]
          .map(([word]) => word)
          .filter((word) => !isExcepted(word, path))
          .map((word) => `${path}, line ${at + 1}: ${word} (${BANNED.get(word)})`),
      ),
    );
    expect([...complaints, ...found(all, OF_TYPES)]).toEqual([]);
  });

  it('have no exception that nothing needs any more', () => {
    const idle = EXCEPTIONS.filter(
      ([word, file]) =>
        !prose.some(({ path, text }) => path === file && plain(text).includes(word)),
    );
    expect(idle).toEqual([]);
  });
});

describe('leftovers', () => {
  it('of work to do are on the board, not in the code', () => {
    expect(found(all, /\b(TODO|FIXME|(?<![`'])XXX|HACK)\b.*/g)).toEqual([]);
  });

  it('of debugging are gone: the studio has a logger', () => {
    const isProgram = ({ path }: SourceFile): boolean =>
      path.startsWith('src/simulator/') || /(main|-page|-command)\.ts$/.test(path);
    const rooms = inSrc.filter((file) => !isProgram(file));
    expect(found(rooms, /\bconsole\.\w+/g)).toEqual([]);
    expect(found(all, /^\s*debugger\b/gm)).toEqual([]);
  });

  it('of trying a single test are gone: every test runs', () => {
    expect(found(specs, /\b(it|test|describe)\.(only|skip|todo|fails)\b/g)).toEqual([]);
  });
});

describe('a file of a pure room', () => {
  it('opens with a sentence that says what it is about', () => {
    const opening = ({ text }: SourceFile): string =>
      /^\/\*\*(.*?)\*\//s
        .exec(text)?.[1]
        ?.replaceAll(/\s+\*?\s*/g, ' ')
        .trim() ?? '';
    const isSentence = (text: string): boolean =>
      /^[A-Z`].*[.:?]$/.test(text) && / .* .* /.test(text);
    const silent = inSrc.filter((file) => isPure(file) && !isSentence(opening(file)));
    expect(silent.map((file) => `${file.path} opens with “${opening(file)}”`)).toEqual([]);
  });
});

describe('a comment', () => {
  const WIDTH = 100;
  /** A line of nothing but a comment; the `--` of SQL counts in files of SQL alone. */
  const OWN_LINE = /^\s*(\/\/|\/?\*|\{\/\*)/;
  const OWN_LINE_OF_SQL = /^\s*--/;
  const OF_YAML = /(^|\s)# /;
  /** Its fields end without a sign. */
  const OF_PRISMA = /\s\/\/ |^\s*\/\/\/ /;
  const BEHIND_CODE = /[;,(){}[\]] (\/\/|\/\*) /;

  const isTooLong = ({ path }: SourceFile, line: string): boolean =>
    line.length > WIDTH &&
    !/https?:\/\//.test(line) &&
    (OWN_LINE.test(line) ||
      BEHIND_CODE.test(line) ||
      (path.endsWith('.sql') && OWN_LINE_OF_SQL.test(line)) ||
      (/\.ya?ml$/.test(path) && OF_YAML.test(line)) ||
      (path.endsWith('.prisma') && OF_PRISMA.test(line)));

  const configs = textFiles(
    ...['prisma/schema.prisma', 'deploy', 'monitoring', 'docker-compose.yml', '.oxlintrc.json'],
    ...['docker-compose.scale.yml', 'eslint.config.js', 'rolldown.config.ts', 'vitest.config.ts'],
  );

  it('keeps within 100 columns; a URL may be longer', () => {
    const code = [...texts, ...configs].filter(
      ({ path }) => !/\.(md|(?<!oxlintrc\.)json|html)$/.test(path),
    );
    const long = code.flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((line, at) => (isTooLong(file, line) ? [`${file.path}, line ${at + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });
});

describe('a class', () => {
  it('is given at most five things', () => {
    const crowded = inSrc.flatMap((file) =>
      nodes(file, ts.isClassDeclaration).flatMap(({ name, members }) => {
        const given = members.find(ts.isConstructorDeclaration)?.parameters.length ?? 0;
        return given > 5 ? [`${file.path}: ${name?.text} is given ${given}`] : [];
      }),
    );
    expect(crowded).toEqual([]);
  });

  it('and its modules know each other one way only', () => {
    expect(found(inSrc, /\bforwardRef\b/g)).toEqual([]);
  });
});

describe('a socket’s event', () => {
  const EVENT = /^[a-z]+(-[a-z]+)*:[a-z]+(-[a-z]+)*$/;

  it('is named by a noun and a verb', () => {
    const lists = [
      PLAYER_COMMANDS,
      PLAYER_MESSAGES,
      SOLO_COMMANDS,
      SOLO_MESSAGES,
      DEALER_COMMANDS,
      DEALER_MESSAGES,
      PIT_COMMANDS,
      PIT_MESSAGES,
    ];
    const names = lists.flatMap((list) => Object.keys(list));
    expect(names.filter((name) => !EVENT.test(name))).toEqual([]);
  });

  it('is one of the protocol’s, wherever it is sent', () => {
    const known = new Set(
      [
        PLAYER_COMMANDS,
        PLAYER_MESSAGES,
        SOLO_COMMANDS,
        SOLO_MESSAGES,
        DEALER_COMMANDS,
        DEALER_MESSAGES,
        PIT_COMMANDS,
        PIT_MESSAGES,
      ].flatMap(Object.keys),
    );
    const sent = found(inSrc, /(?<=\.emit(?:WithAck)?\(\s*')[^']+/g);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((each) => !known.has(each.replace(/^.*: /, '')))).toEqual([]);
  });
});

describe('a kind of event', () => {
  const of = (isOf: (definition: EventDefinition<Fields, Fields>) => boolean) =>
    EVENT_KINDS.filter((kind) => isOf(definitionOf(kind)));
  /** Kinds that a place may ask for as a whole. */
  const GROUPS: readonly (readonly [string, readonly EventKind[]])[] = [
    ['of any sort', EVENT_KINDS],
    ['of a round', of(({ fields }) => 'game' in fields)],
    ['that moves a table', of(({ moves }) => moves === true)],
    ['that everybody sees', of(({ visibility }) => visibility === 'all')],
  ];
  /** Past logs have each kind, too. They are recorded, with each release. */
  const files = [...texts, ...textFiles('docs', 'prisma', 'examples')].filter(
    ({ path }) => !path.startsWith('test/logs/'),
  );
  const isIn = (kind: string, { text }: SourceFile): boolean =>
    text.includes(kind) && new RegExp(`\\b${kind}\\b`).test(text);

  it.each(GROUPS)(
    '%s is asked for in four files: its definition, two words, a page',
    (_, kinds) => {
      const asking = files.filter((file) => kinds.every((kind) => isIn(kind, file)));
      const paths = new Set(asking.map((file) => file.path));
      expect([...paths].toSorted()).toEqual([
        'docs/protocol.md',
        'web/src/i18n/en/pit.json',
        'web/src/i18n/it/pit.json',
      ]);
      const defining = files.filter(({ path }) => path.startsWith('src/round/events/'));
      for (const kind of kinds) {
        const definitions = defining.filter(({ text }) =>
          text.includes(`  ${kind}: defineEvent({`),
        );
        expect(definitions, kind).toHaveLength(1);
      }
    },
  );
});

describe('money', () => {
  const WRITES =
    /\b(insert\s+into|update|delete\s+from|truncate(\s+table)?)\s+(accounts|entries|postings|bets|payouts)\b/gi;
  const PRISMA_WRITES = /\.(account|entry|posting|bet|payout)\.(create|update|upsert|delete)\w*\(/g;
  const outside = inSrc.filter((file) => !file.path.startsWith('src/ledger/'));

  it('is moved by the SQL of src/ledger alone; a round’s account of stakes opens with its round', () => {
    const places = found(outside, WRITES).map((place) => place.replace(/, line \d+/, ''));
    expect(places).toEqual(['src/table/rows.ts: insert into accounts']);
  });

  it('is not moved by Prisma', () => {
    expect(found(inSrc, PRISMA_WRITES)).toEqual([]);
  });
});

describe('a statement', () => {
  it('of more than two inputs names them, by src/platform/statement.ts', () => {
    expect(found(inSrc, /\$(?:[3-9]|\d\d)\b.*/g)).toEqual([]);
  });
});

describe('what proves the logs and the books', () => {
  it('asks no function that a guard is made of, which whoever owns the database can replace', () => {
    const IMPORTED = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)\.js'/gm;
    const paths = new Set([
      'src/reconcile/reconcile-command.ts',
      'src/audit/verify-command.ts',
      'src/period/verify-period.ts',
    ]);
    // It grows as it is gone through.
    for (const one of paths) {
      const text = inSrc.find((file) => file.path === one)?.text ?? '';
      const imported = [...text.matchAll(IMPORTED)].map(([, to]) => `${to}.ts`);
      for (const to of imported) paths.add(path.posix.join(path.posix.dirname(one), to));
    }
    const proofs = inSrc.filter((file) => paths.has(file.path));
    expect(proofs.length).toBeGreaterThan(100);
    const guards = texts.filter(({ path }) => path.startsWith('prisma/guards/'));
    const names = guards.flatMap(({ text }) =>
      [...text.matchAll(/function (\w+)\(/g)].map(([, name]) => name!),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(found(proofs, new RegExp(`\\b(?:${names.join('|')})\\(`, 'g'))).toEqual([]);
  });
});

describe('Redis', () => {
  it('is reached through src/platform alone', () => {
    const outside = inSrc.filter((file) => !file.path.startsWith('src/platform/'));
    expect(found(outside, /from 'ioredis'|(import|require)\('ioredis'\)/g)).toEqual([]);
  });
});

describe('a migration', () => {
  /** Those up to here were applied before there was a version before. */
  const LAST_OF_BEFORE = '20261122020000_studio_time';
  const TAKES_AWAY =
    /^(?!\s*--).*\b(drop (table|column|type|view|schema|default)|rename (to|column|value|constraint)|set not null|alter column \S+ (set data )?type)\b/im;
  const migrations = readdirSync(path.join(ROOT, 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const sqlOf = (name: string): string =>
    readFileSync(path.join(ROOT, 'prisma/migrations', name, 'migration.sql'), 'utf8');

  it('that takes away what the version before may use says since when nothing uses it', () => {
    const silent = migrations
      .filter((name) => name > LAST_OF_BEFORE)
      .filter((name) => TAKES_AWAY.test(sqlOf(name)) && !sqlOf(name).startsWith('-- Contract: '));
    expect(silent).toEqual([]);
  });

  // Prisma keeps the same digests in each database: what is edited is not applied there again. No
  // test knows which went out: that an old line changes is seen by whoever reads the change.
  it('is as its line in prisma/migrations.sha256 has it, and has one from the first', () => {
    const lines = migrations.map((name) => {
      const digest = createHash('sha256').update(sqlOf(name)).digest('hex');
      return `${digest}  migrations/${name}/migration.sql`;
    });
    const file = readFileSync(path.join(ROOT, 'prisma/migrations.sha256'), 'utf8');
    const kept = file.trimEnd().split('\n');
    const stale = kept.filter((line) => !lines.includes(line));
    const missing = lines.filter((line) => !kept.includes(line));
    expect(
      stale,
      'put back a migration that went out, and write another; the line of one that did not is as expected here',
    ).toEqual(missing);
  });

  it.each([
    ['ALTER TABLE "rounds" DROP COLUMN "coup";', true],
    ['alter table rounds rename column coup to cards;', true],
    ['ALTER TABLE "rounds" ALTER COLUMN "coup" SET NOT NULL;', true],
    ['alter table rounds alter column chunks type bigint;', true],
    ['-- Nothing is dropped: drop column is a word here.', false],
    ['ALTER TABLE "rounds" ADD COLUMN "hue" TEXT, DROP CONSTRAINT "rounds_are_grey";', false],
  ])('%s takes away: %s', (sql, takes) => {
    expect(TAKES_AWAY.test(sql)).toBe(takes);
  });
});

describe('a change of the guards', () => {
  const textsOf = (folder: string, end: string): readonly string[] =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(end))
      .sort()
      .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8'));

  // By a migration that it does not know, a process of the version before sees that the database is
  // of a newer studio. Without it, one that starts again puts its own guards in place.
  it('comes with a migration, the last of which that names any names these', () => {
    const hash = createHash('sha256');
    for (const text of textsOf('prisma/guards', '.sql')) hash.update(`${text}\0`);
    const named = textsOf('prisma/migrations', '.sql').flatMap(
      (sql) => /^-- Guards: \w+$/m.exec(sql)?.[0] ?? [],
    );
    const due = `-- Guards: ${hash.digest('hex').slice(0, 16)}`;
    expect(named.at(-1), 'CONTRIBUTING.md, How to add a guard').toBe(due);
  });
});

describe('an index', () => {
  /** Those up to here were made while nothing was in use. */
  const LAST_OF_BEFORE = '20261122153900_bets_by_slices';
  const folder = path.join(ROOT, 'prisma/migrations');
  const migrations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name > LAST_OF_BEFORE)
    .map(({ name }) => name);

  /** What the migration may not do: to build an index while others wait, or with anything else. */
  const faultOf = (sql: string): string | undefined => {
    const statements = sql
      .replace(/--.*$/gm, '')
      .split(';')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const own = statements.flatMap(
      (text) => /^create table (?:if not exists )?"?(\w+)"?/i.exec(text)?.[1] ?? [],
    );
    for (const text of statements) {
      const index = /^create (?:unique )?index (concurrently )?.*? on (?:only )?"?(\w+)"?/is.exec(
        text,
      );
      if (index === null || own.includes(index[2]!)) continue;
      if (index[1] === undefined) return `${index[2]} is kept waiting`;
      if (statements.length > 1) return 'an index that is built beside others is alone in its file';
    }
    return undefined;
  };

  it('of a table that has grown is built beside those who use it, in a file of its own', () => {
    const faults = migrations.flatMap((name) => {
      const fault = faultOf(readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'));
      return fault === undefined ? [] : [`${name}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['CREATE INDEX "bets_by_hue" ON "bets"("hue");', 'bets is kept waiting'],
    ['-- Why.\nCREATE INDEX CONCURRENTLY "bets_by_hue" ON "bets"("hue");', undefined],
    ['create table "hues" ("id" int); create unique index "a" on "hues"("id");', undefined],
    [
      'CREATE INDEX CONCURRENTLY "a" ON "bets"("hue"); ALTER TABLE "bets" ADD COLUMN "tone" TEXT;',
      'an index that is built beside others is alone in its file',
    ],
  ])('%s: %s', (sql, fault) => {
    expect(faultOf(sql)).toBe(fault);
  });
});

describe('docs/glossary.md', () => {
  const page = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8');
  const parts = page.split(/^## /m).slice(1);
  const wordsOf = (text: string): readonly string[] =>
    [...text.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, word]) => word!);
  /** As a reader looks it up: without case, accents and hyphens. */
  const place = (word: string): string =>
    word
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^a-z ]/g, '');

  it.each(parts.map((part) => [part.split('\n')[0]!, wordsOf(part)] as const))(
    'has the words of “%s” in their order',
    (_, words) => {
      expect(words.map(place)).toEqual(words.map(place).toSorted());
    },
  );

  it('has each word once', () => {
    const words = wordsOf(page);
    expect(words.length).toBeGreaterThan(150);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  it('names no type but one that is there, and there once', () => {
    const types = [...page.matchAll(/`([A-Z][a-z]+[A-Za-z]*)`/g)].map(([, name]) => name!);
    expect(types.length).toBeGreaterThan(15);
    const times = types.map((name) => [name, exportsOf(name).length] as const);
    expect(times.filter(([, files]) => files !== 1)).toEqual([]);
  });
});

describe('docs/ARCHITECTURE.md', () => {
  it('names every folder of src', () => {
    const page = path.join(ROOT, 'docs/ARCHITECTURE.md');
    expect(existsSync(page), 'docs/ARCHITECTURE.md is missing').toBe(true);
    const text = readFileSync(page, 'utf8');
    const unnamed = folders('src').filter((name) => !text.includes(`\`src/${name}\``));
    expect(unnamed).toEqual([]);
  });

  it('names every room of the pit, and none has more than nine files', () => {
    const text = readFileSync(path.join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
    const rooms = new Map<string, number>();
    for (const file of inSrc.filter((each) => each.path.startsWith('src/pit/'))) {
      const room = path.dirname(file.path).replace('src/pit/', '');
      rooms.set(room, (rooms.get(room) ?? 0) + 1);
    }
    const unnamed = [...rooms.keys()].filter((room) => !text.includes(`\`${room}\``));
    expect(unnamed).toEqual([]);
    expect([...rooms].filter(([, count]) => count > 9)).toEqual([]);
  });

  it('names every file of guards, and no other; and each file says first what it holds', () => {
    const guards = path.join(ROOT, 'prisma/guards');
    const files = readdirSync(guards).sort();
    const page = readFileSync(path.join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
    const named = [...page.matchAll(/^\| `([a-z-]+\.sql)` \|/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(files);
    const silent = files.filter(
      (name) => !/^-- [A-Z][^\n]+\n/.test(readFileSync(path.join(guards, name), 'utf8')),
    );
    expect(silent).toEqual([]);
  });
});

describe('docs/proof.md', () => {
  it('names tests that there are', () => {
    const page = readFileSync(path.join(ROOT, 'docs/proof.md'), 'utf8');
    const [, section = ''] = /^## What once stopped a studio\n([^]*?)^## /m.exec(page) ?? [];
    const named = [
      ...section.matchAll(/`((?:src|test)\/[\w/.-]+\.spec\.ts)`: ((?:“[^”]+”(?:, )?)+)/g),
    ];
    expect(section.match(/\.spec\.ts/g)).toHaveLength(named.length);
    const missing = named.flatMap(([, file, titles]) => {
      const text = readFileSync(path.join(ROOT, file!), 'utf8');
      return [...titles!.matchAll(/“([^”]+)”/g)]
        .filter(([, title]) => !text.includes(`('${title}'`))
        .map(([, title]) => `${file}: ${title}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('docs/walks.md', () => {
  const page = readFileSync(path.join(ROOT, 'docs/walks.md'), 'utf8');
  const [, ...sections] = page.split(/^## /m);
  const lists = sections.map((section) => ({
    title: section.split('\n', 1)[0]!,
    files: [...section.matchAll(/`([a-z-]+\/[a-z/.-]+\.ts)`(?=[^|\n]* \|[^\n]*\|$)/gm)].map(
      ([, file]) => `src/${file}`,
    ),
  }));
  const walks = lists.filter(({ title }) => title !== 'At start');
  const atStart = lists.find(({ title }) => title === 'At start')?.files ?? [];
  /** No walk is to become longer than it is. */
  const MOST = { 'A bet': 17, 'A card': 19, 'A settlement': 18, 'A void': 21 };

  const importsOf = (file: SourceFile): readonly string[] =>
    [...file.text.matchAll(/ from '(\.{1,2}\/[^']+)\.js'/g)].map(
      ([, module]) => `${path.posix.join(path.posix.dirname(file.path), module!)}.ts`,
    );
  const importing = new Map(inSrc.map((file) => [file.path, new Set(importsOf(file))]));
  const areJoined = (one: string, other: string): boolean =>
    importing.get(one)!.has(other) || importing.get(other)!.has(one);

  it('counts its files, and none is longer than it may be', () => {
    const counted = walks.map(({ title, files }) => [title, files.length] as const);
    expect(counted.map(([title]) => title)).toEqual(
      Object.entries(MOST).map(([name, most]) => `${name}: ${most} files`),
    );
    expect(counted.map(([, count]) => count)).toEqual(Object.values(MOST));
  });

  it.each(lists)('names files that are there, once each: $title', ({ files }) => {
    expect(files.filter((file) => !importing.has(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(walks)('goes from file to file by what they import: $title', ({ files }) => {
    const apart = files.filter((file, index) => {
      const met = [...files.slice(0, index), ...atStart];
      return index > 0 && !met.some((one) => areJoined(one, file));
    });
    expect(apart).toEqual([]);
  });

  it.each(walks)('passes no file that only names what others export: $title', ({ files }) => {
    const hasOwn = (file: SourceFile): boolean =>
      /^(export )?(async )?(const|function|class) /m.test(file.text);
    expect(inSrc.filter((file) => files.includes(file.path) && !hasOwn(file))).toEqual([]);
  });
});

describe('a test', () => {
  const isTest = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && /^(it|test|describe)\b/.test(firstWord(node.expression));

  /** `it` of `it('…')`, `it.each(…)('…')` and the like. */
  const firstWord = (node: ts.Expression): string => {
    if (ts.isIdentifier(node)) return node.text;
    if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) {
      return firstWord(node.expression);
    }
    return '';
  };

  const titles = specs.flatMap((file) =>
    nodes(file, isTest)
      .map(({ arguments: [title] }) => title)
      .filter((title) => title !== undefined && ts.isStringLiteralLike(title))
      .map((title) => [file.path, (title as ts.StringLiteral).text] as const),
  );

  it('is named by what holds, not by what should', () => {
    expect(titles.length).toBeGreaterThan(300);
    const should = titles.filter(([, title]) => /^should\b/i.test(title));
    expect(should.map(([file, title]) => `${file}: ${title}`)).toEqual([]);
  });

  it('expects something, in every file of tests', () => {
    const silent = specs.filter(({ text }) => !/\bexpect(TypeOf)?\b\s*[(.]/.test(text));
    expect(silent.map((file) => file.path)).toEqual([]);
  });

  it('sleeps only for what goes by another clock, or under test/faults: elsewhere time is moved on', () => {
    const WORLDLY = ['test/e2e/scanner.spec.ts']; // the scanner's program has a process to itself
    const mayNot = specs.filter(
      ({ path }) => !path.startsWith('test/faults/') && !WORLDLY.includes(path),
    );
    const sleeps = found(
      mayNot,
      /\b(pause|sleep)\(|\bsetTimeout as\b|\bnew Promise\([^;]*\bsetTimeout\b/g,
    );
    expect(sleeps).toEqual([]);
  });

  it('does not turn in a circle until some time has passed, either', () => {
    const MAY = [
      'test/db/placing-bets.spec.ts', // the process is kept from its socket
      'test/db/live-bets.spec.ts', // the same
      'test/browser/solo.spec.ts', // it plays until the player has a choice
    ];
    const busy = found(
      specs,
      /\b(while \([^;{]*|for \([^;{]*;\s*)performance\.now\(\)[^;{]*</g,
    ).map((complaint) => complaint.replace(/, line.*/, ''));
    expect([...new Set(busy)].toSorted()).toEqual(MAY.toSorted());
  });
});

describe('an export', () => {
  const IMPORT = /(?:import|export)\s+(?:type\s+)?(\*|\{[^}]*\})[^'{}]*?from\s+'(\.[^']+)'/g;
  const WHOLE = /import\((?:\s*)'(\.[^']+)'(?:\s*)\)/g;
  const EXPORT = /^export (?:abstract |async )*(?:const|type|interface|class|function) (\w+)/gm;

  /** Parts of a whole that is to be complete: nothing but a test uses them yet. */
  const COMPLETE = ['src/money/chart-of-accounts.ts HOUSE'];

  const paths = new Set(all.map((file) => file.path));
  const fileOf = (from: SourceFile, to: string): string | undefined => {
    const stem = path.posix.join(path.posix.dirname(from.path), to).replace(/\.js$/, '');
    return [`${stem}.ts`, `${stem}.tsx`, stem].find((each) => paths.has(each));
  };
  const isThisFile = (file: SourceFile): boolean => file.path === THIS_FILE;
  const isOfTests = (file: SourceFile): boolean => file.isSpec || file.path.startsWith('test/');

  /** By `file name`, or `file *` where all of it is imported: whether more than tests do. */
  const imported = new Map<string, boolean>();
  for (const file of [...all, ...sourceFiles('test').filter(isThisFile)]) {
    const note = (to: string, name: string): void => {
      const key = `${fileOf(file, to)} ${name}`;
      imported.set(key, (imported.get(key) ?? false) || !isOfTests(file));
    };
    for (const [, what, to] of file.text.matchAll(IMPORT)) {
      const names = what === '*' ? ['*'] : what!.slice(1, -1).split(',');
      for (const each of names)
        note(
          to!,
          each
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*/, ''),
        );
    }
    for (const [, to] of file.text.matchAll(WHOLE)) note(to!, '*');
  }

  const exported = all
    .filter((file) => !file.path.startsWith('examples/'))
    .flatMap((file) => [...file.text.matchAll(EXPORT)].map(([, name]) => ({ file, name: name! })));
  const useOf = ({ path }: SourceFile, name: string): boolean | undefined =>
    imported.get(`${path} *`) || (imported.get(`${path} ${name}`) ?? imported.get(`${path} *`));

  it('is imported by another file', () => {
    const alone = exported.filter(({ file, name }) => useOf(file, name) === undefined);
    expect(exported.length).toBeGreaterThan(1_000);
    expect(alone.map(({ file, name }) => `${file.path} ${name}`)).toEqual([]);
  });

  it('of src that only tests use is used in its own file', () => {
    const unused = exported.filter(({ file, name }) => {
      const mentions = [...file.text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
      return inSrc.includes(file) && useOf(file, name) === false && mentions === 1;
    });
    expect(unused.map(({ file, name }) => `${file.path} ${name}`).sort()).toEqual(COMPLETE.sort());
  });
});
