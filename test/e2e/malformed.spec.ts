/**
 * What is not a command of the protocol is answered as such, changes nothing, and harms nobody
 * else.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { words } from '../../src/protocol/words.js';
import { chatText } from '../../src/protocol/chat.js';
import { DEALER_COMMANDS } from '../../src/protocol/dealer.js';
import { PLAYER_COMMANDS } from '../../src/protocol/player.js';
import { tableId } from '../../src/protocol/wire.js';
import type { Client, Player, Staff } from '../kit/clients.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';
import { without } from '../kit/without.js';

const testbed = useTestbed({
  tables: { 'pb-1': SLOW },
  env: { TABLE_LEASE_MS: '60000' }, // a second studio takes no table from a slow first one
});
let studio: Studio;
let dealer: Staff;
let player: Player;
let game: string;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  player = await testbed.player(studio, 'Anna');
  game = (await dealer.openBetting()).game;
  await player.bet(game, ['banco', 10]);
});

/** Nothing that is sent here may change anything. */
let before = '';
beforeEach(async () => {
  before = await testbed.everything();
});
afterEach(async () => {
  expect(await testbed.everything()).toBe(before);
  expect(await player.call('session:read', {})).toMatchObject({ ok: true, balance: '999000' });
});

const round = { table: 'pb-1', game: '1000000001', betId: randomUUID() };
const scan = { table: 'pb-1', code: 'KH', scanSeq: 2 };

/** A message of each command that is well-formed: each test spoils one thing about it. */
const PLAYER_SAMPLES: Record<keyof typeof PLAYER_COMMANDS, Record<string, unknown>> = {
  'table:join': { table: 'pb-1', afterSeq: 1, timeline: 0 },
  'table:leave': { table: 'pb-1' },
  'bet:place': { ...round, spot: 'banco', amount: '100' },
  'bet:place-all': { ...round, stakes: { banco: '100', egalite: '100' } },
  'bet:undo': round,
  'bet:clear': round,
  'bet:repeat': round,
  'bet:double': round,
  'mode:choose': { ...round, mode: 'normal' },
  'bet:find': round,
  'lobby:watch': {},
  'lobby:leave': {},
  'session:read': {},
  'session:buy-in': { key: randomUUID(), amount: '100' },
  'session:withdraw': { key: randomUUID(), amount: '100' },
  'session:cash-out': { key: randomUUID() },
  'chat:say': { table: 'pb-1', key: randomUUID(), text: 'Buona sera' },
  'chat:read': { table: 'pb-1', before: '1' },
  'support:say': { key: randomUUID(), text: 'Where is my bet?' },
  'support:read': { before: '1' },
  'tip:give': { table: 'pb-1', key: randomUUID(), amount: '100' },
};
const DEALER_SAMPLES: Record<keyof typeof DEALER_COMMANDS, Record<string, unknown>> = {
  'table:watch': { table: 'pb-1', afterSeq: 1, timeline: 0 },
  'table:open': { table: 'pb-1' },
  'table:relieve': { table: 'pb-1' },
  'relief:allow': { table: 'pb-1', dealer: 'dealer-2' },
  'table:close': { table: 'pb-1' },
  'cards:bring': { table: 'pb-1', cards: 'box-1' },
  'shoe:shuffle': { table: 'pb-1', how: 'manual' },
  'shoe:cut': { table: 'pb-1' },
  'shoe:new': { table: 'pb-1' },
  'shoe:burn': scan,
  'shoe:change': { table: 'pb-1', reason: 'an old shoe' },
  'betting:open': { table: 'pb-1' },
  'card:scan': scan,
  'card:withdraw': { table: 'pb-1', reason: 'misread', setAside: false },
  'card:count': { table: 'pb-1', card: '9h', isOut: true },
  'card:show': { table: 'pb-1' },
  'coup:confirm': { table: 'pb-1' },
  'malfunction:report': {
    table: 'pb-1',
    malfunction: 'cards_dropped',
    cards: 2,
    note: 'behind the shoe',
  },
  'manager:call': { table: 'pb-1' },
  'stream:beat': { table: 'pb-1' },
  'table:suspend': { table: 'pb-1', reason: 'a card fell' },
  'table:resume': { table: 'pb-1', reason: 'it is cleared' },
  'chat:say': { table: 'pb-1', key: randomUUID(), text: 'Buona sera' },
  'chat:read': { table: 'pb-1', before: '1' },
  'chat:remove': { table: 'pb-1', id: '1', reason: 'an insult' },
  'chat:mute': { player: '999999', table: 'pb-1', minutes: 10, reason: 'insults' },
  'chat:unmute': { player: '999999', table: 'pb-1', reason: 'has said sorry' },
  'support:list': {},
  'support:read': { player: '999999', before: '1' },
  'support:answer': { player: '999999', key: randomUUID(), text: 'It was paid.' },
  'support:take': { player: '999999', from: null },
  'support:release': { player: '999999' },
  'support:settle': { player: '999999', message: '1' },
  'tip:read': { table: 'pb-1' },
  'rota:own': {},
  'approval:request': { kind: 'void', table: 'pb-1', game: '1000000001', reason: 'misdeal' },
};
const OPTIONAL = ['afterSeq', 'before', 'note', 'timeline'];

/** What no message is. */
const NO_MESSAGES: readonly unknown[][] = [
  [],
  [null],
  [0],
  [true],
  [''],
  ['{"table":"pb-1"}'],
  [[]],
  [[{ table: 'pb-1' }]],
  [Buffer.from('pb-1')],
  [{ table: { toString: 'pb-1' } }],
  [JSON.parse('{"__proto__":{"table":"pb-1"},"constructor":1}')],
];

/** What no field of any message is. */
const NO_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  'nonsense',
  'a'.repeat(10_000),
  "1'; drop table bets; --",
  '\u0000',
  '１００',
  '-100',
  '+100',
  '1e3',
  '0100',
  '99999999999999999999',
  [],
  ['pb-1'],
  {},
  { $gt: '' },
  Buffer.from('pb-1'),
];

/** Fields that take more than their example shows. */
const isTaken = (field: string, value: unknown, sample: object): boolean => {
  const isOfAMute = 'player' in sample && 'reason' in sample;
  if (value === null && isOfAMute && (field === 'table' || field === 'minutes')) return true;
  if (field === 'from') return words(64).nullable().safeParse(value).success;
  if (field === 'cards') return 'malfunction' in sample ? false : isWord(value);
  if (field === 'note') return typeof value === 'string' && value.length <= 400;
  if (field === 'setAside' || field === 'isOut') return typeof value === 'boolean';
  if (field === 'card' && value === null) return 'isOut' in sample;
  if (field === 'reason' && 'setAside' in sample) return false;
  if (field === 'dealer') return words(64).safeParse(value).success;
  if (field === 'text') return chatText.safeParse(value).success;
  if (field === 'table') return tableId.safeParse(value).success;
  if (field === 'code') return typeof value === 'string' && value.length <= 64;
  if (field === 'reason') return typeof value === 'string' && value !== '' && value.length <= 200;
  return false;
};

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && /^[\w./:-]{1,64}$/.test(value);

/** How many cards fell may be left out; which cards came may not. */
const mayBeMissing = (field: string, sample: object): boolean =>
  OPTIONAL.includes(field) || (field === 'cards' && 'malfunction' in sample);

const spoilt = (sample: Record<string, unknown>): [string, unknown[], string?][] => [
  ...NO_MESSAGES.filter((args) => Object.keys(sample).length > 0 || args[0] === undefined).map(
    (args): [string, unknown[]] => [`the payload ${shown(args)}`, args],
  ),
  ['a field too many', [{ ...sample, more: 1 }]],
  ...Object.keys(sample)
    .filter((field) => !mayBeMissing(field, sample))
    .map((field): [string, unknown[], string] => {
      return [`no ${field}`, [without(sample, field)], field];
    }),
  ...Object.keys(sample).flatMap((field) =>
    NO_VALUES.filter((value) => !isTaken(field, value, sample)).map(
      (value): [string, unknown[], string] => [
        `the ${field} ${shown(value)}`,
        [{ ...sample, [field]: value }],
        field,
      ],
    ),
  ),
];

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 40);

const expectAllMalformed = async (
  client: Client,
  name: string,
  sample: Record<string, unknown>,
): Promise<void> => {
  const replies = await Promise.all(spoilt(sample).map(([, args]) => client.raw(name, ...args)));
  for (const [index, [what, , field]] of spoilt(sample).entries()) {
    const { at, ...reply } = replies[index]!;
    expect(reply, `${name} with ${what}`).toEqual({ ok: false, refusal: 'malformed_message' });
    // Of a field that has one too many, it is that one.
    const inField = new RegExp(`^${field}(\\.|$)`);
    if (field !== undefined) expect(at, `${name} with ${what}`).toMatch(inField);
  }
};

describe('a malformed message', () => {
  it.each(Object.entries(PLAYER_SAMPLES))('of a player, %s, is refused', async (name, sample) => {
    await expectAllMalformed(player, name, sample);
  });

  it.each(Object.entries(DEALER_SAMPLES))('of the staff, %s, is refused', async (name, sample) => {
    const manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
    await expectAllMalformed(manager, name, sample);
    manager.close();
  });

  it('is refused though its ack is not asked for', async () => {
    for (const [name, sample] of Object.entries(PLAYER_SAMPLES)) {
      for (const [, args] of spoilt(sample)) player.socket.emit(name, ...args);
    }
    await player.call('session:read', {}); // in order: all before it were taken by now
  });

  it('is judged by its first payload alone', async () => {
    const reply = await player.raw('bet:place', null, PLAYER_SAMPLES['bet:place']);
    expect(reply).toMatchObject({ ok: false, refusal: 'malformed_message' });
  });
});

describe('an unknown command', () => {
  it.each([
    'bet:nonsense',
    'BET:PLACE',
    'bet:place ',
    '',
    'message',
    '__proto__',
    'constructor',
    'toString',
    'table:message',
    'player:result',
    'a'.repeat(10_000),
    5,
  ])('of a player is refused: %s', async (name) => {
    const reply = await player.raw(name, PLAYER_SAMPLES['bet:place']);
    expect(reply).toEqual({ ok: false, refusal: 'unknown_command' });
  });

  it('is every command of the other namespace', async () => {
    for (const [name, sample] of Object.entries(DEALER_SAMPLES)) {
      if (name in PLAYER_SAMPLES) continue;
      expect(await player.raw(name, sample), name).toMatchObject({ refusal: 'unknown_command' });
    }
    for (const [name, sample] of Object.entries(PLAYER_SAMPLES)) {
      if (name in DEALER_SAMPLES) continue;
      expect(await dealer.raw(name, sample), name).toMatchObject({ refusal: 'unknown_command' });
    }
  });
});

describe('a connection that breaks the protocol of socket.io', () => {
  const broken: Readonly<Record<string, string>> = {
    'a packet that is not JSON': '2/player,["bet:place",{',
    'an event without a name': '2/player,[]',
    'an event of the protocol itself': '2/player,["disconnect"]',
    'a list in place of an event': '2/player,{"bet:place":1}',
    'a packet of a type that does not exist': '9/player,[]',
    'an attachment that never comes': '51-/player,["bet:place",{"_placeholder":true,"num":7}]',
    'a frame of 20 kB': `2/player,["bet:place","${'x'.repeat(20_000)}"]`,
  };

  it.each(Object.keys(broken))('is closed, and no other: %s', async (what) => {
    const rude = await testbed.visitor(studio, 'Rude', { euros: 0 });
    before = await testbed.everything();
    rude.socket.io.engine.write(broken[what]!);
    if (what.startsWith('an attachment'))
      rude.socket.io.engine.write('2/player,["session:read",{}]');
    await rude.disconnected();
    const back = await testbed.again(studio, rude);
    expect(await back.call('session:read', {})).toMatchObject({ ok: true });
    expect(player.socket.connected).toBe(true);
  });
});

describe('a connection that sends too much', () => {
  const STRICT = { MESSAGES_PER_SECOND: '1', MESSAGES_AT_ONCE: '10' };

  it('is refused only what is beyond its budget, which another connection does not raise', async () => {
    const strict = await testbed.start(STRICT);
    const hasty = await testbed.visitor(strict, 'Hasty', { euros: 100 });
    const other = await testbed.visitor(strict, 'Other', { euros: 100 });
    before = await testbed.everything();
    const startedAtMs = performance.now();
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => hasty.call('session:read', {})),
      ...Array.from({ length: 30 }, () => hasty.raw('nonsense')),
      ...Array.from({ length: 30 }, () =>
        hasty.call('session:buy-in', { key: randomUUID(), amount: '100' }),
      ),
    ]);
    expect(replies.slice(0, 10).filter(isTooMany)).toEqual([]);
    const twin = await testbed.again(strict, hasty); // which closes the first one
    const more = await Promise.all(Array.from({ length: 20 }, () => twin.raw('nonsense')));
    const heard = [...replies.slice(10), ...more].filter((reply) => !isTooMany(reply));
    const lastedMs = performance.now() - startedAtMs;
    expect(heard.length).toBeLessThanOrEqual(lastedMs / 1_000);
    expect(await other.call('session:read', {})).toMatchObject({ ok: true });
    const hear = async () => {
      const reply = await twin.call('session:read', {});
      return reply.ok && reply;
    };
    const bought = heard.filter(({ ok }) => ok).length; // on a slow machine, one or another
    expect(await eventually('it is received again', hear, { everyMs: 100 })).toMatchObject({
      balance: String(bought * 100),
    });
    if (bought > 0) before = await testbed.everything();
    await strict.stop();
  });

  it('again and again is closed, and no other', async () => {
    const strict = await testbed.start(STRICT);
    const flood = await testbed.visitor(strict, 'Flood', { euros: 0 });
    const other = await testbed.visitor(strict, 'Other', { euros: 0 });
    before = await testbed.everything();
    await eventually(
      'the connection is closed',
      () => {
        for (let each = 0; each < 1_100; each += 1) flood.socket.emit('session:read', {});
        return flood.socket.disconnected;
      },
      { everyMs: 100 },
    );
    expect(await other.call('session:read', {})).toMatchObject({ ok: true });
    await strict.stop();
  });
});

const isTooMany = (reply: object): boolean =>
  'refusal' in reply && reply.refusal === 'too_many_messages';
