import { readFileSync } from 'node:fs';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { DEALER_COMMANDS, DEALER_MESSAGES } from '../protocol/dealer.js';
import { PIT_COMMANDS, PIT_MESSAGES } from '../protocol/pit.js';
import { PLAYER_COMMANDS, PLAYER_MESSAGES } from '../protocol/player.js';
import { SOLO_COMMANDS, SOLO_MESSAGES } from '../protocol/solo.js';
import { socketDescription } from './socket-description.js';
import { socketsPage } from './sockets-page.js';
import { VERSION } from '../version.js';

// As everybody else reads it.
const description = JSON.parse(JSON.stringify(socketDescription('0.0.0'))) as {
  readonly operations: Readonly<Record<string, { readonly action: string }>>;
  readonly components: { readonly messages: object };
};

const ajv = (): Ajv => {
  const made = new Ajv({ strict: false, allErrors: true });
  addFormats.default(made);
  return made;
};

const whole = ajv().addSchema(description, 'sockets', false, false);
const payload = (key: string) => whole.getSchema(`sockets#/components/messages/${key}/payload`)!;

const referencesIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
};

const isThere = (reference: string): boolean => {
  let place: unknown = description;
  for (const name of reference.replace(/^#\//, '').split('/')) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return false;
    place = (place as Readonly<Record<string, unknown>>)[name];
  }
  return true;
};

describe('the description of the sockets', () => {
  it('has the version of the package', () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(text) as { version: string };
    expect(socketDescription(VERSION).info).toMatchObject({ version });
  });

  it('is AsyncAPI 3.0', () => {
    const validate = ajv().compile(specs.schemasWithoutId['3.0.0'] as object);
    expect(validate(description), JSON.stringify(validate.errors?.slice(0, 5))).toBe(true);
    expect(validate({ ...description, operations: { 'table.join': { action: 'ask' } } })).toBe(
      false,
    );
  });

  it('refers to nothing that it does not have', () => {
    const references = referencesIn(description);
    expect(references.length).toBeGreaterThan(500);
    expect(references.filter((each) => !isThere(each))).toEqual([]);
  });

  it('has every command and every message of every namespace', () => {
    const actions = Object.values(description.operations).map(({ action }) => action);
    const count = (all: readonly object[]) => all.flatMap(Object.keys).length;
    expect(actions.filter((action) => action === 'receive')).toHaveLength(
      count([PLAYER_COMMANDS, SOLO_COMMANDS, DEALER_COMMANDS, PIT_COMMANDS]),
    );
    expect(actions.filter((action) => action === 'send')).toHaveLength(
      count([PLAYER_MESSAGES, SOLO_MESSAGES, DEALER_MESSAGES, PIT_MESSAGES]),
    );
  });

  it('has a JSON Schema for every message', () => {
    for (const key of Object.keys(description.components.messages)) {
      expect(payload(key), key).toBeTypeOf('function');
    }
  });

  it('takes what the schemas take, and refuses what they refuse', () => {
    const bet = { table: 'pb-1', game: '1000000001', betId: crypto.randomUUID(), spot: 'punto' };
    const takes = (key: string, message: object) => payload(key)(message);
    expect(takes('player.bet.place', { ...bet, amount: '500' })).toBe(true);
    expect(takes('player.bet.place', { ...bet, amount: 500 })).toBe(false);
    expect(takes('player.bet.place', { ...bet, amount: '500', more: 1 })).toBe(false);
    const taken = { ok: true, seq: 7, balance: '500', change: {}, leftOut: [], capped: [] };
    expect(takes('player.bet.place.reply', taken)).toBe(true);
    expect(takes('player.bet.place.reply', { ok: true })).toBe(false);
    const refusal = { ok: false, refusal: 'betting_is_closed' };
    expect(takes('player.bet.place.reply', refusal)).toBe(true);
    expect(takes('player.bet.place.reply', { ...refusal, refusal: 'bad_luck' })).toBe(false);
  });
});

describe('the page of the sockets', () => {
  const page = socketsPage();
  const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, found]) => found!);

  it('has a heading for whatever it links to', () => {
    const headings = new Set(all(/<h\d id="([^"]*)"/g));
    const linked = all(/href="#([^"]*)"/g);
    expect(linked.length).toBeGreaterThan(100);
    expect(linked.filter((each) => !headings.has(each))).toEqual([]);
  });

  it('needs no script, and nothing of another host', () => {
    expect(page).not.toMatch(/<script|\ssrc=|<link(?! rel="icon" href="data:)|@import|url\(/i);
  });
});
