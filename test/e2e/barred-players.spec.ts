/**
 * Players who are barred from play, or have limits: from that moment on, in whatever process, to
 * its end.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import { changePreferences } from '../../src/player/preferences.js';
import { inTransaction } from '../../src/platform/transaction.js';
import type { OwnLimits, ProtectionHistory } from '../../src/protocol/play-limits.js';
import type { KeptBars } from '../../src/protocol/protection.js';
import { isInOrder, reconcile } from '../../src/reconcile/reconcile.js';
import { Player, type Staff } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { comesIn } from '../kit/operator-players.js';
import { openPit } from '../kit/pit-client.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const DAY_MS = 86_400_000;
/** Time enough to bet, and a lease that is kept, on a busy machine. */
const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 30_000 } },
  env: { TABLE_LEASE_MS: '60000', REQUESTS_AT_ONCE: '1000' },
});
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
    await dealer.next('round_settled', { after: next.seq });
  });

  it('stakes again when the bar ends, or is lifted by who set it', async () => {
    const carl = await testbed.player(studio, 'Carl', { euros: 1_000 });
    const { game, seq } = await dealer.openBetting();
    await barOf(carl, { ...CALM, untilMs: testbed.clock.nowMs() + 5_000 });
    expect(await carl.wager(game, ['punto', 10])).toMatchObject(BARRED);
    await testbed.advance(5_100);
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
    await dealer.next('round_settled', { after: seq });
  });

  it('is not let in again by whoever has not seen what bars them by now', async () => {
    const { id } = await testbed.enlist('Cora');
    const bars = (path: string, order: object) =>
      ask(studio, 'POST', `/pit/players/${id}/bars${path}`, manager, order);
    const seen = async () => {
      const { body } = await ask(studio, 'GET', `/pit/players/${id}/bars`, manager);
      return (body as unknown as KeptBars).bars.map(({ atMs }) => atMs);
    };
    await bars('', CALM);
    const was = await seen();
    await testbed.advance(5);
    await bars('', { ...CALM, reason: 'cheats' });
    const both = await seen();
    expect(await bars('/lift', { reason: 'has apologised', was })).toEqual({
      status: 409,
      body: { error: 'settings_moved_on' },
    });
    expect(await seen()).toEqual(both);
    // One that is seen and gone by now is no harm.
    const lift = { reason: 'it was somebody else', was: [...both, 1] };
    expect(await bars('/lift', lift)).toEqual({ status: 200, body: { bars: [] } });
    expect(await bars('/lift', lift)).toMatchObject({ body: { error: 'not_barred' } });
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

  it('comes in again while a hand waits, plays it on, and takes the money out', async () => {
    const north = await Operator.open(testbed, 'north');
    const ella = await comesIn(north, studio, 'ella', 'XXX');
    await ella.buyIn(100);
    const { hand } = await (await new SoloPlayer(ella).connect()).dealBlackjack();
    const coming = { player: 'ella', currency: 'XXX' };
    const { body: early } = await north.post(studio, '/operator/launch', coming);
    const order = { player: 'ella', kind: 'self_exclusion', untilMs: null, reason: 'register' };
    await north.post(studio, '/operator/bars', order);
    ella.close();
    const back = await comesIn(north, other, 'ella', 'XXX');
    const solo = await new SoloPlayer(back).connect();
    expect((await solo.playOut(hand)).hand.view).toMatchObject({ phase: 'over' });
    expect(await back.call('session:cash-out', { key: randomUUID() })).toMatchObject({ ok: true });
    const closed = { status: 403, body: { error: 'barred_from_play' } };
    const launch = new URL(String(early['url'])).hash.replace('#launch=', '');
    expect(await ask(other, 'POST', '/launch', undefined, { launch })).toEqual(closed);
    expect(await north.post(studio, '/operator/launch', coming)).toEqual(closed);
  });
});

describe('money', () => {
  it('is not brought by a barred player, and what was brought before is answered again', async () => {
    const gina = await testbed.visitor(studio, 'Gina', { euros: 1_000 });
    const first = { key: randomUUID(), amount: '5000' };
    expect(await gina.call('session:buy-in', first)).toMatchObject({ ok: true, balance: '5000' });
    await barOf(gina, CALM);
    const second = { key: randomUUID(), amount: '5000' };
    expect(await gina.call('session:buy-in', second)).toMatchObject(BARRED);
    expect(await gina.call('session:buy-in', first)).toMatchObject({ ok: true, balance: '5000' });
    expect(await gina.call('session:cash-out', { key: randomUUID() })).toMatchObject({ ok: true });
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
    await dealer.next('round_settled', { after: seq });
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
    const launch = (player: string, currency: string) =>
      house.post(studio, '/operator/launch', { player, currency });
    await launch('zoe', 'XXX');
    const early = await launch('zoe', 'XXX');
    expect((await house.post(studio, '/operator/bars', order)).body).toMatchObject({
      bars: [{ kind: 'self_exclusion', source: 'operator', by: house.kid }],
    });
    const closed = { status: 403, body: { error: 'barred_from_play' } };
    expect(await launch('zoe', 'EUR')).toEqual(closed);
    const token = new URL(String(early.body['url'])).hash.replace('#launch=', '');
    expect(await ask(other, 'POST', '/launch', undefined, { launch: token })).toEqual(closed);
    await launch('ann', 'EUR');
    const { rows } = await testbed.pool.query(
      `select p.ref, a.is_guarded, stake_refusal(p.id, 0) as why from players p join accounts a on a.player_id = p.id
        where p.operator_id = 'acme' and a.kind = 'session' order by p.ref`,
    );
    const barred = { ref: 'zoe', is_guarded: true, why: 'barred_from_play' };
    expect(rows).toEqual([{ ref: 'ann', is_guarded: false, why: null }, barred]);
    // Of a person who never came in, the first account is marked as it is opened.
    await house.post(studio, '/operator/bars', { ...order, player: 'yan' });
    await inTransaction(testbed.pool, (tx) => openPlayer(tx, 'acme', 'yan', 'Yan', amount(0n)));
    const opened = await testbed.pool.query(
      `select is_guarded, stake_refusal(p.id, 0) as why from accounts a join players p on p.id = a.player_id
        where p.ref = 'yan' and a.kind = 'session'`,
    );
    expect(opened.rows).toEqual([{ is_guarded: true, why: 'barred_from_play' }]);
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

/** As the player sets it, at a process that the player is not at. */
const limit = (player: Player, order: object) =>
  ask(other, 'POST', '/me/limits', player.token, order);
const limitsOf = async (player: Player) =>
  (await ask(studio, 'GET', '/me/limits', player.token)).body as unknown as OwnLimits;
/** `at` is a time of day, as SQL. */
const dayBegins = (at: string) =>
  asSuperuser(testbed.database, (owner) =>
    owner.query(`update gaming_day_rule set begins_at = (${at})::time`),
  );
const refused = (refusal: string) => ({ ok: false, refusal });
const LOSS = { kind: 'loss', period: 'day', limit: '10000' };

describe('a limit of play', () => {
  it('of losses counts what was staked before it, and what comes back', async () => {
    const hans = await testbed.player(studio, 'Hans', { euros: 1_000 });
    const { game, seq } = await dealer.openBetting();
    await hans.bet(game, ['punto', 60]);
    const set = await limit(hans, LOSS);
    expect(set).toMatchObject({ status: 200, body: { limits: [{ ...LOSS, used: '6000' }] } });
    expect(await hans.wager(game, ['punto', 41])).toEqual(refused('loss_limit_reached'));
    await hans.bet(game, ['egalite', 40]);
    expect(await hans.wager(game, ['egalite', 1])).toEqual(refused('loss_limit_reached'));
    await hans.bet(game, 'undo');
    expect((await limitsOf(hans)).limits).toMatchObject([{ used: '6000' }]);
    await dealer.betsClosed(seq);
    await dealer.deal('9s Kh Tc Qd');
    await hans.result(game);
    expect((await limitsOf(hans)).limits).toMatchObject([{ used: '-6000' }]);
    const next = await dealer.openBetting();
    await hans.bet(next.game, ['banco', 160]);
    expect(await hans.wager(next.game, ['banco', 1])).toEqual(refused('loss_limit_reached'));
    await dealer.betsClosed(next.seq);
    await dealer.deal('9s Kh Tc Qd');
    await dealer.next('round_settled', { after: next.seq });
  });

  it('of stakes holds in hands of solo games too, and the hand is played out', async () => {
    const ida = await testbed.visitor(studio, 'Ida', { euros: 1_000 });
    await ida.buyIn(500);
    const solo = await new SoloPlayer(ida).connect();
    const { hand } = await solo.dealBlackjack();
    await limit(ida, { kind: 'stake', period: 'week', limit: '1999' });
    const used = BigInt((await limitsOf(ida)).limits[0]!.used!);
    expect(used).toBeGreaterThanOrEqual(1_000n);
    const at = { hand: hand.hand, step: hand.view.step, id: randomUUID() };
    expect(await solo.call('blackjack:double', at)).toEqual(refused('stake_limit_reached'));
    expect((await solo.playOut(hand)).hand.view).toMatchObject({ phase: 'over', taken: '1000' });
    expect((await limitsOf(ida)).limits[0]!.used).toBe(String(used));
  });

  it('of stakes a day is used by what lies, whatever was placed and taken back that day', async () => {
    const wera = await testbed.player(studio, 'Wera', { euros: 1_000 });
    await limit(wera, { kind: 'stake', period: 'day', limit: '10000' });
    const { game, seq } = await dealer.openBetting();
    await dayBegins(`(studio_now() + interval '3 seconds') at time zone 'UTC'`);
    const used = async () => (await limitsOf(wera)).limits[0]?.used;
    await wera.bet(game, ['punto', 20]);
    await wera.bet(game, ['egalite', 30]);
    await testbed.advance(4_000);
    const seen: unknown[] = [await used()];
    for (const bet of [['punto', 60], 'undo', 'undo', ['punto', 60], 'undo', 'undo'] as const) {
      await wera.bet(game, typeof bet === 'string' ? bet : [...bet]);
      seen.push(await used());
    }
    expect(seen).toEqual(['0', '6000', '0', '0', '6000', '0', '0']);
    await wera.bet(game, ['punto', 100]);
    await dealer.betsClosed(seq);
    await dealer.deal('8d Jh Js Qs');
    await dealer.next('round_settled', { after: seq });
    await dayBegins(`'00:00'`);
  });

  it('of stakes a day is not raised by what is taken back of the day before', async () => {
    const vera = await testbed.player(studio, 'Vera', { euros: 1_000 });
    await limit(vera, { kind: 'stake', period: 'day', limit: '10000' });
    const { game, seq } = await dealer.openBetting();
    await dayBegins(`(studio_now() + interval '3 seconds') at time zone 'UTC'`);
    await vera.bet(game, ['punto', 100]);
    expect(await vera.wager(game, ['punto', 1])).toEqual(refused('stake_limit_reached'));
    await testbed.advance(4_000);
    await vera.bet(game, 'undo');
    expect((await limitsOf(vera)).limits).toMatchObject([{ used: '0' }]);
    await vera.bet(game, ['punto', 60]);
    await vera.bet(game, ['egalite', 40]);
    expect(await vera.wager(game, ['punto', 1])).toEqual(refused('stake_limit_reached'));
    await dealer.betsClosed(seq);
    await dealer.deal('9s Kh Tc Qd');
    await dealer.next('round_settled', { after: seq });
    await dayBegins(`'00:00'`);
  });

  it('that is lower holds at once, and one that is higher a day later', async () => {
    const jan = await testbed.player(studio, 'Jan', { euros: 1_000 });
    await limit(jan, LOSS);
    const fromMs = expect.closeTo(testbed.clock.nowMs() + DAY_MS, -4) as number;
    const waits = (to: string | null) => ({
      limits: [{ ...LOSS, next: { limit: to, fromMs } }],
    });
    expect((await limit(jan, { ...LOSS, limit: '20000' })).body).toMatchObject(waits('20000'));
    expect((await limit(jan, { ...LOSS, limit: null })).body).toMatchObject(waits(null));
    // What is lowered meanwhile holds instead of what waited.
    const lower = await limit(jan, { ...LOSS, limit: '5000' });
    expect(lower.body).toMatchObject({ limits: [{ limit: '5000', next: null }] });
    expect(await limit(jan, { ...LOSS, period: 'week', limit: null })).toEqual({
      status: 409,
      body: { error: 'no_such_limit' },
    });
    const { changes } = (await ask(studio, 'GET', '/me/limits/history', jan.token))
      .body as unknown as ProtectionHistory;
    expect(changes.map(({ change, limit: to }) => [change, to])).toEqual([
      ['set', '5000'],
      ['lifted', null],
      ['set', '20000'],
      ['set', '10000'],
    ]);
    expect(changes[2]).toMatchObject({ kind: 'loss', period: 'day', source: 'player', fromMs });
    const written = testbed.pool.query(
      `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason, holds_from)
       select operator_id, ref, 'loss', 'day', 'EUR', 99999, 'player', 'x', 'x', studio_now() from players where id = $1
       returning holds_from > studio_now() + interval '23 hours' as waits`,
      [jan.id],
    );
    expect((await written).rows).toEqual([{ waits: true }]);
  });

  it('is also set by the operator and by the pit, and the lowest counts', async () => {
    const kim = await testbed.player(studio, 'Kim', { euros: 1_000 });
    await limit(kim, LOSS);
    const path = `/pit/players/${kim.id}/limits`;
    const order = { limit: { ...LOSS, limit: '2000' }, reason: 'asked for it' };
    expect(await ask(other, 'POST', path, manager, order)).toMatchObject({
      status: 200,
      body: { limits: [{ source: 'player' }, { source: 'staff', by: 'Mona', limit: '2000' }] },
    });
    const { game, seq } = await dealer.openBetting();
    expect(await kim.wager(game, ['punto', 21])).toEqual(refused('loss_limit_reached'));
    // The pit raises its own at once.
    await ask(other, 'POST', path, manager, { ...order, limit: LOSS });
    await kim.bet(game, ['punto', 21]);
    await dealer.betsClosed(seq);
    await dealer.deal('9s Kh Tc Qd');
    // Whoever has not seen that changes nothing; of two at once, one is set.
    const sets = (value: string, was: string | null) =>
      ask(other, 'POST', path, manager, { ...order, limit: { ...LOSS, limit: value }, was });
    const movedOn = { status: 409, body: { error: 'settings_moved_on' } };
    expect(await sets('3000', '2000')).toEqual(movedOn);
    expect(await sets('3000', null)).toEqual(movedOn);
    const held = LOSS.limit;
    const both = await Promise.all(['3000', '3500'].map((value) => sets(value, held)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const theirs = { player: 'lea', reason: 'affordability', currency: 'EUR', limit: LOSS };
    expect((await house.post(studio, '/operator/limits', theirs)).body).toMatchObject({
      limits: [{ ...LOSS, source: 'operator', by: house.kid, currency: 'EUR' }],
    });
    const unplayed = { ...theirs, currency: 'ZMW' };
    expect(await house.post(studio, '/operator/limits', unplayed)).toMatchObject({
      status: 409,
      body: { error: 'currency_not_played' },
    });
    const without = { player: 'lea', reason: 'affordability', limit: LOSS };
    expect(await house.post(studio, '/operator/limits', without)).toMatchObject({
      status: 400,
      body: { error: 'malformed_request', at: 'currency' },
    });
  });

  it.each([
    ['nothing', { ...LOSS, limit: '0' }],
    ['a year', { ...LOSS, period: 'year' }],
    ['every minute', { kind: 'reality_check', limit: '1' }],
  ])('is not of %s', async (_, order) => {
    const { token } = await testbed.enlist(`Lou ${JSON.stringify(order)}`);
    expect(await ask(studio, 'POST', '/me/limits', token, order)).toMatchObject({
      status: 400,
      body: { error: 'malformed_request' },
    });
  });
});

describe('what a player asks for again and again', () => {
  const written = async ({ id }: Player) => {
    const { rows } = await testbed.pool.query<Record<string, number>>(
      `select (select count(*)::int from play_bars b where (b.operator_id, b.ref) = (p.operator_id, p.ref)) as bars,
              (select count(*)::int from play_limits l where (l.operator_id, l.ref) = (p.operator_id, p.ref)) as limits,
              (select count(*)::int from staff_actions a where a.subject = p.operator_id || '/' || p.ref) as lines
         from players p where id = $1`,
      [id],
    );
    return rows[0];
  };
  const rest = (player: Player, order: object) =>
    ask(other, 'POST', '/me/protection', player.token, order);
  const bars = (...kinds: readonly string[]) => ({ bars: kinds.map((kind) => ({ kind })) });

  it('is written once, where it changes nothing', async () => {
    const olga = await testbed.visitor(studio, 'Olga');
    const brief = { kind: 'cool_off', days: 1 };
    const good = { kind: 'self_exclusion', days: null };
    for (let times = 0; times < 5; times += 1) {
      expect(await rest(olga, brief)).toMatchObject({ status: 200, body: bars('cool_off') });
      expect(await limit(olga, LOSS)).toMatchObject({ status: 200, body: { limits: [LOSS] } });
    }
    expect(await written(olga)).toEqual({ bars: 1, limits: 1, lines: 2 });
    await rest(olga, { ...brief, days: 2 });
    await rest(olga, good);
    const longest = bars('self_exclusion', 'cool_off', 'cool_off');
    expect((await rest(olga, { ...good, days: 180 })).body).toMatchObject(longest);
    // What waits is given up by an order of what holds.
    await limit(olga, { ...LOSS, limit: null });
    const { body } = await limit(olga, LOSS);
    expect(body).toMatchObject({ limits: [{ ...LOSS, next: null }] });
    expect(await written(olga)).toEqual({ bars: 3, limits: 3, lines: 6 });
  });

  it('is refused where it changes more often than anybody needs, but for an exclusion for good', async () => {
    const petra = await testbed.visitor(studio, 'Petra');
    const TOO_OFTEN = { status: 429, body: { error: 'too_many_messages' } };
    const statuses = new Map<number, number>();
    for (let euros = 1; euros <= 30; euros += 1) {
      const { status } = await limit(petra, { ...LOSS, limit: String(euros) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, 20],
      [429, 10],
    ]);
    expect(await written(petra)).toEqual({ bars: 0, limits: 20, lines: 20 });
    for (let days = 1; days <= 20; days += 1) {
      expect((await rest(petra, { kind: 'cool_off', days })).status).toBe(200);
    }
    expect(await rest(petra, { kind: 'cool_off', days: 21 })).toEqual(TOO_OFTEN);
    const forGood = await rest(petra, { kind: 'self_exclusion', days: null });
    expect(forGood).toMatchObject({ status: 200 });
    expect(await written(petra)).toEqual({ bars: 21, limits: 20, lines: 41 });
  });
});

describe('time', () => {
  it('is limited, and a reality check is confirmed before the next stake', async () => {
    const [mia, nik] = [
      await testbed.player(studio, 'Mia', { euros: 1_000 }),
      await testbed.player(studio, 'Nik', { euros: 1_000 }),
    ];
    await limit(mia, { kind: 'reality_check', limit: '5' });
    await limit(nik, { kind: 'time', period: 'day', limit: '5' });
    const first = await dealer.openBetting();
    await mia.bet(first.game, ['punto', 10]);
    await nik.bet(first.game, ['punto', 10]);
    await dealer.betsClosed(first.seq);
    await dealer.deal('9s Kh Tc Qd');
    await mia.result(first.game);
    await asSuperuser(testbed.database, (owner) =>
      owner.query(
        `update sessions set opened_at = opened_at - interval '5 minutes' where player_id = any($1)`,
        [[mia.id, nik.id]],
      ),
    );
    // Confirmed long before it is due, or where none is set, it is not put off.
    await asSuperuser(testbed.database, (owner) =>
      owner.query(
        `update sessions set opened_at = opened_at + interval '4 minutes' where player_id = $1`,
        [mia.id],
      ),
    );
    for (const { token } of [mia, nik]) {
      await ask(other, 'POST', '/me/limits/reality-check', token);
    }
    const kept = await testbed.pool.query('select from reality_checks');
    expect(kept.rowCount).toBe(0);
    await asSuperuser(testbed.database, (owner) =>
      owner.query(
        `update sessions set opened_at = opened_at - interval '4 minutes' where player_id = $1`,
        [mia.id],
      ),
    );
    const { game, seq } = await dealer.openBetting();
    expect(await mia.wager(game, ['punto', 10])).toEqual(refused('reality_check_due'));
    expect(await nik.wager(game, ['punto', 10])).toEqual(refused('time_limit_reached'));
    const { realityCheck } = await limitsOf(mia);
    expect(realityCheck).toMatchObject({ staked: '1000', returned: '2000' });
    expect(realityCheck!.dueInMs).toBe(0);
    expect(realityCheck!.playedMs).toBeGreaterThanOrEqual(5 * 60_000);
    const confirmed = await ask(other, 'POST', '/me/limits/reality-check', mia.token);
    expect(confirmed.body).toMatchObject({ realityCheck: { staked: '1000' } });
    await mia.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9s Kh Tc Qd');
    await mia.result(game);
  });

  it('of a session counts the round whose bets were open when it began', async () => {
    const { game, seq } = await dealer.openBetting();
    const una = await testbed.player(studio, 'Una', { euros: 1_000 });
    await limit(una, { kind: 'reality_check', limit: '5' });
    await una.bet(game, ['punto', 10]);
    const { realityCheck: open } = await limitsOf(una);
    expect(open).toMatchObject({ staked: '1000', returned: '0' });
    await dealer.betsClosed(seq);
    await dealer.deal('9s Kh Tc Qd');
    await una.result(game);
    const { realityCheck } = await limitsOf(una);
    expect(realityCheck).toMatchObject({ staked: '1000', returned: '2000' });
  });

  it('goes on over a short break, and begins anew after a long one', async () => {
    const ida = await testbed.player(studio, 'Ida', { euros: 1_000 });
    await limit(ida, { kind: 'reality_check', limit: '5' });
    const ago = (minutes: number) =>
      asSuperuser(testbed.database, async (owner) => {
        await owner.query('set session_replication_role = replica'); // past the guards
        await owner.query(
          `update sessions set opened_at = opened_at - make_interval(mins => $2),
                               closed_at = closed_at - make_interval(mins => $2) where player_id = $1`,
          [ida.id, minutes],
        );
      });
    const cashOut = async () => {
      const reply = await ida.call('session:cash-out', { key: randomUUID() });
      expect(reply).toMatchObject({ ok: true });
    };
    const first = await dealer.openBetting();
    await ida.bet(first.game, ['punto', 10]);
    await dealer.betsClosed(first.seq);
    await dealer.deal('9c Ks Td Jc');
    await ida.result(first.game);
    await ago(4);
    await cashOut();
    await ago(2);
    await ida.buyIn(100);
    const { game, seq } = await dealer.openBetting();
    expect(await ida.wager(game, ['punto', 10])).toEqual(refused('reality_check_due'));
    const { realityCheck } = await limitsOf(ida);
    expect(realityCheck!.playedMs).toBeGreaterThanOrEqual(6 * 60_000);
    expect(realityCheck).toMatchObject({ staked: '1000', returned: '2000' });
    await cashOut();
    expect((await limitsOf(ida)).realityCheck).toBeNull();
    await ago(15);
    await ida.buyIn(100);
    expect((await limitsOf(ida)).realityCheck!.playedMs).toBeLessThan(60_000);
    await ida.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9s Kh Tc Qd');
    await ida.result(game);
  });
});

it('what is counted for limits is what the rows say', async () => {
  const { rows } = await testbed.pool.query(
    `select p.name, sum(d.staked)::text as staked, sum(d.returned)::text as returned, s.staked::text as rows_staked, s.returned::text as rows_returned
       from play_days d join players p on p.id = d.player_id
      cross join lateral (select sum(staked) as staked, sum(returned) as returned from play_since(p.id, 'epoch')) as s
      where (p.operator_id, p.ref) in (select operator_id, ref from play_limits)
      group by p.id, s.staked, s.returned
     having (sum(d.staked), sum(d.returned)) is distinct from (s.staked, s.returned)
         or p.name = 'Hans'`,
  );
  expect(rows).toEqual([
    {
      name: 'Hans',
      staked: '22000',
      returned: '12000',
      rows_staked: '22000',
      rows_returned: '12000',
    },
  ]);
});

it('is in the log of the staff, and leaves the books in order', async () => {
  const { rows } = await testbed.pool.query<{ operation: string; staff_id: string }>(
    `select distinct operation, staff_id from staff_actions
      where operation ~ '^players:(un)?bar$|^players:limit$' order by operation, staff_id`,
  );
  expect(rows).toEqual([
    { operation: 'players:bar', staff_id: 'Mona' },
    { operation: 'players:bar', staff_id: 'studio' },
    { operation: 'players:limit', staff_id: 'Mona' },
    { operation: 'players:limit', staff_id: 'studio' },
    { operation: 'players:unbar', staff_id: 'Mona' },
  ]);
  const client = await testbed.pool.connect();
  try {
    expect(isInOrder(await reconcile(client))).toBe(true);
  } finally {
    client.release();
  }
});

describe('an erasure', () => {
  const SECRET = 'Quintilia';

  /** Of every table, the rows that have the word in them. */
  const holding = () =>
    asSuperuser(testbed.database, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const { rowCount } = await client.query(
          `select from "${name}" t where t::text like '%' || $1 || '%'`,
          [SECRET],
        );
        if (rowCount !== 0) found.push(name);
      }
      return found;
    });

  /** What verify finds, after a statement that is then taken back. */
  const faults = (sql = 'select 1') =>
    asSuperuser(testbed.database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      await client.query(sql);
      const verdicts = await verifyDatabase(client, { keys: [], witnesses: [] });
      await client.query('rollback');
      return verdicts
        .flatMap((verdict) => verdict.faults.map(({ says }) => says))
        .filter((says) => !says.startsWith('the account')); // The kit opens those by itself.
    });

  it('takes names, chat and reasons, and the logs stay whole', async () => {
    const order = { player: 'pia', currency: 'EUR', name: SECRET };
    const launched = await house.post(studio, '/operator/launch', order);
    const token = new URL(String(launched.body['url'])).hash.replace('#launch=', '');
    const used = await ask(studio, 'POST', '/launch', undefined, { launch: token });
    const id = String(launched.body['playerId']);
    const pia = await testbed.connect(new Player(studio.url, used.body['token'], id, 'pb-1'));
    await pia.join();
    const text = `I am ${SECRET}`;
    const said = { table: 'pb-1', key: randomUUID(), text };
    expect(await pia.call('chat:say', said)).toMatchObject({ ok: true });
    expect(await pia.call('support:say', { key: randomUUID(), text })).toMatchObject({ ok: true });
    const mona = await openPit(testbed, studio, 'Mona');
    // One that is removed, and deleted after 90 days like all others.
    const another = await pia.call('chat:say', { ...said, key: randomUUID() });
    const old = String('id' in another ? another.id : '');
    await mona.must('chat:remove', { table: 'pb-1', id: old, reason: `${SECRET} swore` });
    await asSuperuser(testbed.database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      await client.query('delete from chat_removals where message_id = $1', [old]);
      await client.query('delete from chat_messages where id = $1', [old]);
      await client.query('commit');
    });
    await mona.must('chat:mute', {
      player: id,
      table: null,
      minutes: 5,
      reason: `${SECRET} again`,
    });
    await mona.must('chat:unmute', { player: id, table: null, reason: `${SECRET} is sorry` });
    await changePreferences(testbed.pool, id, {
      favourites: [{ name: `${SECRET}'s`, stakes: { punto: '500' } }],
    });
    const why = { reason: `${SECRET} was here` };
    await ask(studio, 'POST', `/pit/players/${id}/bars`, manager, { untilMs: null, ...why });
    await ask(studio, 'POST', `/pit/players/${id}/bars/lift`, manager, why);
    await ask(studio, 'POST', `/pit/players/${id}/limits`, manager, { limit: LOSS, ...why });
    expect(await holding()).toEqual([
      'chat_messages',
      'chat_mutes',
      'chat_unmutes',
      'play_bar_lifts',
      'play_bars',
      'play_limits',
      'player_preferences',
      'players',
      'staff_actions',
      'support_messages',
    ]);
    const erase = (ref: string) => asOwner(testbed, (operators) => operators.erase('acme', ref));
    expect(await erase('nobody')).toBe('unknown_player');
    expect(await faults()).toEqual([]);
    // What the staff write in words of their own stays. A longer name is another’s.
    const notes = await testbed.pool.query<{ id: string }>(
      `insert into shift_notes (text, written_by)
       values ($1 || ' shouted.', 'Mona'), ($1 || 'na did not.', 'Mona'), ('Ask PIA!', 'Mona') returning id`,
      [SECRET],
    );
    const [byName, , byRef] = notes.rows;
    const { rows: lines } = await testbed.pool.query<{ seq: string }>(
      `insert into staff_actions (staff_id, operation, reason)
       values ('studio', 'table:suspend', 'a quarrel with ' || $1) returning seq`,
      [SECRET],
    );
    expect(await erase('pia')).toEqual({
      left: 0,
      names: expect.arrayContaining(['pia', SECRET]) as unknown,
      mentions: [
        { in: 'shift note', number: byName!.id },
        { in: 'shift note', number: byRef!.id },
        { in: 'staff’s log', number: lines[0]!.seq },
      ],
    });
    expect(await holding()).toEqual(['shift_notes', 'staff_actions']);
    expect(await faults()).toEqual([]);
    // The limit itself holds on.
    const { rows } = await testbed.pool.query('select stake_refusal($1, 10001) as why', [id]);
    expect(rows).toEqual([{ why: 'loss_limit_reached' }]);
  });

  it('stands also where it cannot be looked for who else has written of her', async () => {
    await comesIn(await Operator.open(testbed, 'west'), studio, 'rita', 'XXX');
    const erased = await asSuperuser(testbed.database, async (client) => {
      await client.query('begin; lock table shift_notes in access exclusive mode');
      return asOwner(testbed, async (operators, pool) => {
        await pool.query(`set lock_timeout = '100ms'`);
        return operators.erase('west', 'rita');
      });
    });
    expect(erased).toMatchObject({ left: 0, mentions: { code: '55P03' } });
    const { rows } = await testbed.pool.query(
      `select from players where operator_id = 'west' and ref = 'rita' and name = 'erased'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('is the only way: a reason that went, or became another, is found', async () => {
    const change = (set: string, where: string) =>
      faults(
        `update staff_actions set ${set} where seq = (select max(seq) from staff_actions where ${where})`,
      );
    const limited = `operation = 'players:limit' and reason is not null`;
    expect(await change('reason = null, reason_salt = null', limited)).toEqual([
      'its reason is gone, and nobody was erased',
    ]);
    expect(await change(`reason = 'another'`, limited)).toEqual([
      'its reason is not the one that was given',
    ]);
    // An erasure takes the reasons that are about its person, and no others.
    await testbed.pool.query(
      `insert into staff_actions (staff_id, operation, subject, reason, after)
       values ('studio', 'table:suspend', null, 'why', null), ('studio', 'players:limit', 'acme/other', 'why', null),
              ('studio', 'chat:remove', '1', 'why', '{"player":"999"}')`,
    );
    for (const operation of ['table:suspend', 'players:limit', 'chat:remove']) {
      const its = `(select max(id) from staff_actions where operation = '${operation}')`;
      expect(
        await faults(
          `update erasures set actions = actions || ${its} where ref = 'pia';
           update staff_actions set reason = null, reason_salt = null where id = ${its}`,
        ),
      ).toEqual(['its reason is gone, and nobody was erased']);
    }
    for (const sql of [
      `update staff_actions set reason = null, reason_salt = null where ${limited}`,
      `update play_limits set reason = 'erased'`,
    ]) {
      const tried = asSuperuser(testbed.database, (client) => client.query(sql));
      await expect(tried, sql).rejects.toMatchObject({ code: '23001' });
    }
    await expect(testbed.pool.query(`select erase_person('acme', 'pia')`)).rejects.toMatchObject({
      code: '42501',
    });
  });
});

it('a hand that a restore has stopped lets no barred player in', async () => {
  const south = await Operator.open(testbed, 'south');
  const ugo = await comesIn(south, studio, 'ugo', 'XXX');
  await ugo.buyIn(100);
  await (await new SoloPlayer(ugo).connect()).dealBlackjack();
  const coming = { player: 'ugo', currency: 'XXX' };
  const { body: early } = await south.post(studio, '/operator/launch', coming);
  const order = { player: 'ugo', kind: 'self_exclusion', untilMs: null, reason: 'register' };
  await south.post(studio, '/operator/bars', order);
  await Promise.all([studio.stop(), other.stop()]);
  await asSuperuser(testbed.database, (client) =>
    client.query(`select begin_timeline('a restore')`),
  );
  studio = await testbed.start();
  const closed = { status: 403, body: { error: 'barred_from_play' } };
  expect(await south.post(studio, '/operator/launch', coming)).toEqual(closed);
  const launch = new URL(String(early['url'])).hash.replace('#launch=', '');
  expect(await ask(studio, 'POST', '/launch', undefined, { launch })).toEqual(closed);
});

it('what waited holds a day later', async () => {
  const { id } = await testbed.enlist('Oda');
  const raise = (amount: number) =>
    testbed.pool.query(
      `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
       select operator_id, ref, 'stake', 'month', 'EUR', $2, 'player', 'x', 'x' from players where id = $1`,
      [id, amount],
    );
  const refusal = async (stake: number) => {
    const { rows } = await testbed.pool.query<{ why: string | null }>(
      'select stake_refusal($1, $2) as why',
      [id, stake],
    );
    return rows[0]!.why;
  };
  await raise(100);
  await raise(200);
  expect([await refusal(100), await refusal(101)]).toEqual([null, 'stake_limit_reached']);
  await testbed.database.moveTimeTo(testbed.clock.movedMs + DAY_MS / 2);
  await raise(300); // The one before is given up, and what holds goes on holding.
  await testbed.database.moveTimeTo(testbed.clock.movedMs + DAY_MS + 1_000);
  expect([await refusal(100), await refusal(101)]).toEqual([null, 'stake_limit_reached']);
  await testbed.database.moveTimeTo(testbed.clock.movedMs + 1.5 * DAY_MS + 1_000);
  expect([await refusal(300), await refusal(301)]).toEqual([null, 'stake_limit_reached']);
});
