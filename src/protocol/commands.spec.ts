import { describe, expect, it } from 'vitest';
import type { Command, RequestOf } from './command.js';
import { DEALER_COMMANDS, DEALER_MESSAGES, type DealerCommands } from './dealer.js';
import { PIT_OWN_COMMANDS } from './pit.js';
import { PLAYER_COMMANDS, PLAYER_MESSAGES, type PlayerCommands } from './player.js';
import * as refusals from './refusals.js';
import { SOLO_COMMANDS, SOLO_MESSAGES, type SoloCommands } from './solo.js';

type Requests<Commands> = { readonly [Name in keyof Commands]: RequestOf<Commands[Name]> };

const table = 'pb-1';
const reason = 'as the dealer says';
const id = '4ad0e2a2-3c5d-4a53-9d3c-0f5c6a2b7e11';
const bet = { table, game: '1000000001', betId: id };
const scan = { table, code: 'KH', scanSeq: 7 };

const PLAYER_REQUESTS: Requests<PlayerCommands> = {
  'table:join': { table, afterSeq: 0, timeline: 0 },
  'table:leave': { table },
  'bet:place': { ...bet, spot: 'super_6', amount: '500' },
  'bet:place-all': { ...bet, stakes: { banco: '1000', super_6: '500' } },
  'bet:undo': bet,
  'bet:clear': bet,
  'bet:repeat': bet,
  'bet:double': bet,
  'mode:choose': { ...bet, mode: 'normal' },
  'bet:find': bet,
  'lobby:watch': {},
  'lobby:leave': {},
  'session:read': {},
  'session:buy-in': { key: id, amount: '500' },
  'session:withdraw': { key: id, amount: '500' },
  'session:cash-out': { key: id },
  'chat:say': { table, key: id, text: 'Buona sera' },
  'chat:read': { table, before: '7' },
  'support:say': { key: id, text: 'Where is my bet?' },
  'support:read': { before: '7' },
  'tip:give': { table, key: id, amount: '500' },
};

const inHand = { hand: '100000000001', id, step: 4 };

const SOLO_REQUESTS: Requests<SoloCommands> = {
  'hand:open': { game: 'blackjack' },
  'hand:find': { id },
  'punto-e-banco:deal': { ...inHand, stakes: { punto: '500' }, seed: 'la mia fortuna' },
  'sette-e-mezzo:deal': { ...inHand, stake: '500', seed: 'la mia fortuna' },
  'sette-e-mezzo:draw': inHand,
  'sette-e-mezzo:stand': inHand,
  'blackjack:deal': { ...inHand, stakes: ['500', '500', '1000'], cut: 311 },
  'blackjack:insure': { ...inHand, boxes: [0, 2] },
  'blackjack:card': inHand,
  'blackjack:stand': inHand,
  'blackjack:double': inHand,
  'blackjack:split': inHand,
};

const DEALER_REQUESTS: Requests<DealerCommands> = {
  'table:watch': { table, afterSeq: 12, timeline: 1 },
  'table:open': { table },
  'table:relieve': { table },
  'relief:allow': { table, dealer: 'dealer-2' },
  'table:close': { table },
  'cards:bring': { table, cards: 'box-12/A' },
  'shoe:shuffle': { table, how: 'machine' },
  'shoe:cut': { table },
  'shoe:new': { table },
  'shoe:burn': scan,
  'shoe:change': { table, reason },
  'betting:open': { table },
  'card:scan': scan,
  'card:withdraw': { table, reason: 'misread', setAside: false },
  'card:count': { table, card: '9h', isOut: true },
  'card:show': { table },
  'coup:confirm': { table },
  'malfunction:report': { table, malfunction: 'cards_dropped', cards: 2, note: 'behind the shoe' },
  'manager:call': { table },
  'stream:beat': { table },
  'table:suspend': { table, reason: 'video lost' },
  'table:resume': { table, reason },
  'chat:say': { table, key: id, text: 'Buona sera' },
  'chat:read': { table, before: '7' },
  'chat:remove': { table, id: '7', reason: 'an insult' },
  'chat:mute': { player: '7', table, minutes: 10, reason: 'insults' },
  'chat:unmute': { player: '7', table, reason: 'has said sorry' },
  'support:list': {},
  'support:read': { player: '7', before: '9' },
  'support:answer': { player: '7', key: id, text: 'It was paid.' },
  'support:take': { player: '7', from: 'Mona' },
  'support:release': { player: '7' },
  'support:settle': { player: '7', message: '9' },
  'tip:read': { table },
  'rota:own': {},
  'approval:request': { kind: 'void', table, game: '1000000001', reason: 'misdeal', note: 'late' },
};

const voiding = { kind: 'void', table, game: '1000000001' } as const;
const PIT_REQUESTS: Requests<typeof PIT_OWN_COMMANDS> = {
  'wall:watch': {},
  'table:watch': { table, afterSeq: 12, timeline: 1 },
  'table:unwatch': { table },
  'incident:list': {},
  'incident:read': { incident: '7' },
  'incident:take': { incident: '7' },
  'incident:note': { incident: '7', text: 'the scanner was cleaned' },
  'incident:close': { incident: '7', text: 'voided' },
  'approval:preview': voiding,
  'approval:request': { ...voiding, reason: 'misdeal', note: 'late' },
  'approval:decide': { approval: '7', verdict: 'approved' },
  'approval:list': {},
  'shortfall:list': {},
  'table:suspend': { table, reason: 'video lost' },
  'table:resume': { table, reason },
  'table:press': { table, button: 'cards:bring', cards: 'box-12/A', reason },
  'shoe:change': { table, reason },
  'spot:close': { table, spot: 'super_6', reason },
  'spot:open': { table, spot: 'super_6', reason },
  'limits:change': { table, limits: { punto: { min: '100', max: '50000' } }, reason },
  'settings:change': {
    table,
    settings: { betMs: 20_000, confirms: 'dealer', streamLostMs: null, tipMax: '5000' },
    was: { further: { CHF: null } },
    reason,
  },
  'closing:call': { table, reason },
  'closing:calloff': { table, reason },
  'shoe:left': { table },
  'player:list': { table },
  'payment:retry': { table: 'pb-1', game: '1000000001', reason: 'the account is open again' },
  'player:disconnect': { player: '7', reason: 'two cards on one seat' },
};

const requests: readonly [string, Command, Readonly<Record<string, unknown>>][] = [
  ...Object.entries(PLAYER_REQUESTS).map(
    ([name, request]) => [name, PLAYER_COMMANDS[name as never], request] as never,
  ),
  ...Object.entries(SOLO_REQUESTS).map(
    ([name, request]) => [name, SOLO_COMMANDS[name as never], request] as never,
  ),
  ...Object.entries(DEALER_REQUESTS).map(
    ([name, request]) => [name, DEALER_COMMANDS[name as never], request] as never,
  ),
  ...Object.entries(PIT_REQUESTS).map(
    ([name, request]) => [name, PIT_OWN_COMMANDS[name as never], request] as never,
  ),
];

/** Fields that may be left out, and fields that may be null. */
const OPTIONAL = [
  ...['afterSeq', 'before', 'cards of malfunction:report', 'note', 'timeline'],
  'was of settings:change',
];
const mayBeNull = (command: string, field: string): boolean =>
  (/^chat:(un)?mute$/.test(command) && ['table', 'minutes'].includes(field)) ||
  (command === 'support:take' && field === 'from') ||
  (command === 'card:count' && field === 'card');
const FLAGS = new Set(['card:withdraw setAside', 'card:count isOut']);
/**
 * Fields that may be empty: nothing staked is refused by the game, and no box insured is a choice.
 */
const EMPTY: Readonly<Record<string, string>> = {
  'punto-e-banco:deal stakes': '{}',
  'blackjack:deal stakes': '[]',
  'blackjack:insure boxes': '[]',
};

describe('a command', () => {
  it.each(requests)('%s takes its fields, and no field more', (_, { request }, fields) => {
    expect(request.safeParse(fields).success).toBe(true);
    expect(request.safeParse({ ...fields, stranger: 1 }).success).toBe(false);
    expect(request.safeParse(undefined).success).toBe(false);
    expect(request.safeParse([fields]).success).toBe(false);
  });

  it.each(requests)(
    '%s misses every field that may not be left out',
    (command, { request }, fields) => {
      for (const name of Object.keys(fields)) {
        const { [name]: missing, ...rest } = fields;
        expect(missing).toBeDefined();
        expect(request.safeParse(rest).success).toBe(
          OPTIONAL.includes(name) || OPTIONAL.includes(`${name} of ${command}`),
        );
      }
    },
  );

  it.each(requests)('%s refuses nonsense in every field', (command, { request }, fields) => {
    for (const name of Object.keys(fields)) {
      for (const nonsense of [null, {}, [], -1, 1.5, true, 'x'.repeat(500)]) {
        if (nonsense === null && mayBeNull(command, name)) continue;
        if (EMPTY[`${command} ${name}`] === JSON.stringify(nonsense)) continue;
        if (FLAGS.has(`${command} ${name}`) && nonsense === true) continue;
        expect(request.safeParse({ ...fields, [name]: nonsense }).success).toBe(false);
      }
    }
  });

  it.each(requests)('%s says what it does, for whom, and each refusal once', (_, command) => {
    expect(command.summary).toMatch(/^[A-Z].*\.$/);
    expect(command.roles.length).toBeGreaterThan(0);
    const own = [...command.refusals];
    expect(own).toEqual([...new Set(own)]);
    for (const refusal of refusals.COMMON_REFUSALS) expect(own).not.toContain(refusal);
  });

  it('is named by a noun and a verb', () => {
    for (const [name] of requests) expect(name).toMatch(/^[a-z]+(-[a-z]+)*:[a-z]+(-[a-z]+)*$/);
    const messages = [PLAYER_MESSAGES, SOLO_MESSAGES, DEALER_MESSAGES].flatMap(Object.keys);
    for (const name of messages) expect(name).toMatch(/^[a-z]+:[a-z]+$/);
  });
});

describe('a list of refusals', () => {
  it.each(Object.entries(refusals))('%s names each once, in snake case', (_, list) => {
    expect([...list]).toEqual([...new Set<string>(list)]);
    for (const refusal of list) expect(refusal).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
  });
});
