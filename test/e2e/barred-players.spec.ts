/** Players who are barred from play: from that moment on, in whatever process, to its end. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { isInOrder, reconcile } from '../../src/reconcile/reconcile.js';
import type { Player, Staff } from '../kit/clients.js';
import { Operator } from '../kit/operator.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import type { Studio } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const DAY_MS = 86_400_000;
const testbed = useTestbed({ tables: { 'pb-1': BETTING } });
let studio: Studio;
let other: Studio;
let dealer: Staff;
let house: Operator;
let manager: string;

beforeAll(async () => {
  studio = await testbed.restart();
  other = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  house = await Operator.open(testbed, 'acme');
  manager = await testbed.employ({ id: 'Mona', role: 'shift_manager' });
});

const ask = async (at: Studio, method: string, path: string, token: unknown, body?: object) => {
  const response = await fetch(at.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const barOf = (player: Player, order: object, at = other) =>
  ask(at, 'POST', `/pit/players/${player.id}/bars`, manager, order);

const BARRED = { ok: false, refusal: 'barred_from_play' };
const CALM = { untilMs: null, reason: 'was asked to leave' };

describe('at a live table', () => {
  it('stakes nothing more, and is paid for what lies', async () => {
    const [anna, bert] = [
      await testbed.player(studio, 'Anna', { euros: 1_000 }),
      await testbed.player(studio, 'Bert', { euros: 1_000 }),
    ];
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 100]);
    await anna.bet(game, ['egalite', 10]);
    const before = await anna.balance();
    expect(await barOf(anna, CALM)).toMatchObject({
      status: 200,
      body: { bars: [{ kind: 'bar', source: 'staff', by: 'Mona', untilMs: null }] },
    });
    expect(await anna.wager(game, ['punto', 10])).toMatchObject(BARRED);
    expect(await anna.wager(game, 'double')).toMatchObject(BARRED);
    expect(await anna.balance()).toBe(before);
    // What lies may be taken back.
    expect(await anna.wager(game, 'undo')).toMatchObject({ ok: true });
    await bert.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await anna.result(game);
    expect(await anna.balance()).toBe(before + 1_000n + 20_000n);
    const next = await dealer.openBetting();
    expect(await anna.wager(next.game, ['punto', 10])).toMatchObject(BARRED);
    const cashOut = { key: randomUUID() };
    expect(await anna.call('session:cash-out', cashOut)).toMatchObject({ ok: true });
    await dealer.betsClosed(next.seq);
    await dealer.deal('9h Kd Ts Qs');
  });

  it('stakes again when the bar ends, or is lifted by who set it', async () => {
    const carl = await testbed.player(studio, 'Carl', { euros: 1_000 });
    const { game, seq } = await dealer.openBetting();
    await barOf(carl, { ...CALM, untilMs: testbed.clock.nowMs() + 1_000 });
    expect(await carl.wager(game, ['punto', 10])).toMatchObject(BARRED);
    await testbed.advance(1_100);
    await carl.bet(game, ['punto', 10]);
    await barOf(carl, CALM);
    expect(await carl.wager(game, ['punto', 10])).toMatchObject(BARRED);
    const lift = `/pit/players/${carl.id}/bars/lift`;
    const lifted = await ask(studio, 'POST', lift, manager, { reason: 'has apologised' });
    expect(lifted).toEqual({ status: 200, body: { bars: [] } });
    await carl.bet(game, ['punto', 10]);
    expect(await ask(studio, 'POST', lift, manager, { reason: 'again' })).toMatchObject({
      status: 409,
      body: { error: 'not_barred' },
    });
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
  });
});

describe('at a solo game', () => {
  it('plays the hand to its end with the stakes that lie, and begins no other', async () => {
    const dina = await testbed.visitor(studio, 'Dina', { euros: 1_000 });
    await dina.buyIn(500);
    const solo = await new SoloPlayer(dina).connect();
    const { hand } = await solo.dealBlackjack();
    await barOf(dina, CALM);
    const at = { hand: hand.hand, step: hand.view.step, id: randomUUID() };
    expect(await solo.call('blackjack:double', at)).toMatchObject(BARRED);
    expect((await solo.playOut(hand)).hand.view).toMatchObject({ phase: 'over', taken: '1000' });
    const fresh = await solo.open('punto_e_banco');
    const stakes = { banco: '1000' };
    const dealt = { hand: fresh.hand, step: 0, stakes, seed: SEED, id: randomUUID() };
    expect(await solo.call('punto-e-banco:deal', dealt)).toMatchObject(BARRED);
  });
});

describe('a player’s own break, or exclusion', () => {
  it('holds at once and to its end, and nobody lifts it', async () => {
    const eva = await testbed.player(studio, 'Eva', { euros: 1_000 });
    const set = await ask(other, 'POST', '/me/protection', eva.token, {
      kind: 'cool_off',
      days: 1,
    });
    const untilMs = expect.closeTo(testbed.clock.nowMs() + DAY_MS, -4) as number;
    const holds = { bars: [{ kind: 'cool_off', source: 'player', untilMs }] };
    expect(set).toMatchObject({ status: 200, body: holds });
    expect((await ask(studio, 'GET', '/me/protection', eva.token)).body).toMatchObject(holds);
    const { game, seq } = await dealer.openBetting();
    expect(await eva.wager(game, ['punto', 10])).toMatchObject(BARRED);
    const lift = `/pit/players/${eva.id}/bars/lift`;
    expect(await ask(studio, 'POST', lift, manager, { reason: 'begs' })).toMatchObject({
      status: 409,
    });
    await expect(
      testbed.pool.query(
        `insert into play_bar_lifts (bar_id, source, by, reason)
         select max(id), 'player', 'x', 'x' from play_bars`,
      ),
    ).rejects.toMatchObject({ code: 'SB071' });
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
  });

  it.each([
    ['a break of no days', { kind: 'cool_off', days: 0 }],
    ['a break of a year', { kind: 'cool_off', days: 365 }],
    ['an exclusion of a month', { kind: 'self_exclusion', days: 30 }],
    ['a bar', { kind: 'bar', days: 30 }],
  ])('cannot be %s', async (_, order) => {
    const { token } = await testbed.enlist(`Fay ${JSON.stringify(order)}`);
    const answer = await ask(studio, 'POST', '/me/protection', token, order);
    expect(answer).toMatchObject({ status: 400, body: { error: 'malformed_request' } });
  });
});

describe('an operator', () => {
  it('bars its own player, who need not have come in yet, in all currencies', async () => {
    const order = { player: 'zoe', kind: 'self_exclusion', untilMs: null, reason: 'register' };
    expect((await house.post(studio, '/operator/bars', order)).body).toMatchObject({
      bars: [{ kind: 'self_exclusion', source: 'operator', by: house.kid }],
    });
    await house.post(studio, '/operator/launch', { player: 'zoe', currency: 'XXX' });
    await house.post(studio, '/operator/launch', { player: 'zoe', currency: 'EUR' });
    await house.post(studio, '/operator/launch', { player: 'ann', currency: 'EUR' });
    const { rows } = await testbed.pool.query(
      `select p.ref, a.is_guarded, stake_refusal(p.id) as why from players p join accounts a on a.player_id = p.id
        where p.operator_id = 'acme' and a.kind = 'session' order by p.ref`,
    );
    const barred = { ref: 'zoe', is_guarded: true, why: 'barred_from_play' };
    expect(rows).toEqual([{ ref: 'ann', is_guarded: false, why: null }, barred, barred]);
    const lift = { player: 'zoe', reason: 'x' };
    expect(await house.post(studio, '/operator/bars/lift', lift)).toEqual({
      status: 409,
      body: { error: 'not_barred' },
    });
    const past = { ...order, kind: 'bar', untilMs: 1_000 };
    expect(await house.post(studio, '/operator/bars', past)).toMatchObject({
      status: 400,
      body: { error: 'ends_too_soon' },
    });
  });
});

it('is in the log of the staff, and leaves the books in order', async () => {
  const { rows } = await testbed.pool.query<{ operation: string; staff_id: string }>(
    `select distinct operation, staff_id from staff_actions
      where operation like 'players:%bar' order by operation, staff_id`,
  );
  expect(rows).toEqual([
    { operation: 'players:bar', staff_id: 'Mona' },
    { operation: 'players:bar', staff_id: 'studio' },
    { operation: 'players:unbar', staff_id: 'Mona' },
  ]);
  const client = await testbed.pool.connect();
  try {
    expect(isInOrder(await reconcile(client))).toBe(true);
  } finally {
    client.release();
  }
});
