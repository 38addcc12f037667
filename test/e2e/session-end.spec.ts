/**
 * A session's life as its player sees it, with short times: the warning, the ends, the second
 * login, the way back (RULES 2).
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlayerClient } from '../../src/client/player-client.js';
import { Player, type Staff } from '../kit/clients.js';
import { SoloPlayer } from '../kit/solo.js';
import { QUICK, sign, useTestbed } from '../kit/testbed.js';
import { type Env, type Studio, eventually } from '../kit/studio.js';

/** Far off: what comes about comes by the queue's jobs. */
const NO_SWEEP = '60000';
const WARN_MS = 4_000;
const IDLE: Env = {
  SESSION_IDLE_MS: String(WARN_MS + 1_000),
  SESSION_WARN_MS: String(WARN_MS),
  SESSION_SWEEP_MS: NO_SWEEP,
};
const LOST_MS = 5_000;
const LOST: Env = { SESSION_LOST_MS: String(LOST_MS), SESSION_SWEEP_MS: NO_SWEEP };

/** Time enough to bet on a busy machine. */
const BETTING = { ...QUICK, betMs: 4_000 };

const testbed = useTestbed({ tables: {} });
let studio: Studio;
let dealer: Staff;
let table: string;
let tables = 0;

const open = async (env: Env, settings = BETTING): Promise<void> => {
  table = `pb-${(tables += 1)}`;
  await testbed.setTable(table, settings);
  studio = await testbed.restart(env, table);
  dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
};
afterEach(() => studio.stop());

const sit = (name = 'Anna') => testbed.player(studio, name, { table, euros: 100 });

const read = async (player: Player) => {
  const reply = await player.call('session:read', {});
  if (!reply.ok) throw new Error(reply.refusal);
  return reply;
};

/** The database's clock, which all times of a session are by. */
const nowMs = async (): Promise<number> => {
  const { rows } = await testbed.pool.query<{ ms: string }>(
    'select extract(epoch from studio_clock()) * 1000 as ms',
  );
  return Number(rows[0]!.ms);
};

const lostAt = async ({ id }: Player): Promise<Date | undefined> => {
  const { rows } = await testbed.pool.query<{ lost_at: Date | null }>(
    'select lost_at from connections where player_id = $1',
    [id],
  );
  return rows[0]?.lost_at ?? undefined;
};

const metric = async (reason: string): Promise<number> => {
  const text = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
  const line = new RegExp(`sabot_sessions_ended_total{reason="${reason}"} (\\d+)`).exec(text);
  return Number(line?.[1] ?? 0);
};

describe('a player who does nothing', () => {
  beforeEach(() => open(IDLE));

  it('is warned, then the session ends, its credit goes back, and another can be opened', async () => {
    const player = await sit();
    const { idleEndsAtMs } = await read(player);
    const warned = await player.received('session:warned');
    expect(warned.endsAtMs - (await nowMs())).toBeGreaterThan(300);
    expect(warned.endsAtMs).toBeGreaterThanOrEqual(idleEndsAtMs!);
    expect(await read(player)).toMatchObject({ warned: true, idleEndsAtMs: warned.endsAtMs });
    expect(await player.received('session:ended')).toEqual({
      reason: 'idle',
      amount: '10000',
      gameAccount: '10000',
    });
    const { lastEnd, ...after } = await read(player);
    expect(after).toMatchObject({ open: false, balance: '0', idleEndsAtMs: null });
    expect(lastEnd).toMatchObject({ reason: 'idle', amount: '10000' });
    expect(lastEnd!.atMs).toBeGreaterThanOrEqual(warned.endsAtMs);
    expect(await metric('idle')).toBe(1);

    const { game } = await dealer.openBetting();
    expect(await player.wager(game, ['punto', 1])).toMatchObject({
      refusal: 'insufficient_funds',
    });
    await player.buyIn(50);
    await player.bet(game, ['punto', 1]);
    expect(await read(player)).toMatchObject({ open: true, balance: '4900' });
    expect(player.sessionNotices.map(({ name }) => name)).toEqual([
      'session:warned',
      'session:ended',
    ]);
  });

  it.each(['a bet', 'a deposit'])('is no longer warned after %s', async (action) => {
    const player = await sit();
    const { endsAtMs } = await player.received('session:warned');
    if (action === 'a bet') await player.bet((await dealer.openBetting()).game, ['punto', 10]);
    else await player.call('session:buy-in', { key: randomUUID(), amount: '0' }); // is none
    if (action === 'a deposit') {
      await player.call('session:withdraw', { key: randomUUID(), amount: '300' });
      expect((await read(player)).idleEndsAtMs, 'a withdrawal is not an action').toBe(endsAtMs);
      await player.call('session:buy-in', { key: randomUUID(), amount: '100' });
    }
    const after = await read(player);
    expect(after.idleEndsAtMs).toBeGreaterThan(endsAtMs + 500);
    expect(after.warned).toBe(false);
    const again = await player.received('session:warned', { after: 1 });
    expect(again.endsAtMs).toBeGreaterThan(endsAtMs + 500);
    expect(await nowMs()).toBeGreaterThan(again.endsAtMs - WARN_MS - 200);
    expect(await read(player)).toMatchObject({ open: true });
    if (action === 'a deposit')
      expect((await player.received('session:ended')).amount).toBe('9800');
  });

  it('has the round in hand played out and paid before the session ends', async () => {
    const player = await sit();
    const { game, seq } = await dealer.openBetting();
    await player.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts');
    const { endsAtMs } = await player.received('session:warned');
    const isOverdue = async () => (await nowMs()) > endsAtMs + 500;
    await testbed.passing(eventually('the end is overdue', isOverdue));
    expect(await read(player)).toMatchObject({ open: true });
    expect(await player.call('session:cash-out', { key: randomUUID() })).toMatchObject({
      refusal: 'round_in_hand',
    });
    await dealer.deal('Qs');
    expect((await player.result(game)).paid).toBe('2000');
    expect(await player.received('session:ended')).toEqual({
      reason: 'idle',
      amount: '11000',
      gameAccount: '11000',
    });
  });
});

describe('a player with a hand that waits for a choice', () => {
  const SWEEP_MS = 60_000;
  beforeEach(() => open(IDLE));

  it('is not warned, and hears of no end, before the hand is over', async () => {
    const player = await sit();
    const solo = await new SoloPlayer(player).connect();
    const { hand } = await solo.dealBlackjack();
    await testbed.advance(10_000);
    expect(await read(player)).toMatchObject({ open: true, warned: false, idleEndsAtMs: null });
    expect(player.sessionNotices).toEqual([]);
    await solo.playOut(hand);
    const { idleEndsAtMs } = await read(player);
    expect(idleEndsAtMs).toBeGreaterThan((await nowMs()) - 1_000);
    await testbed.advance(SWEEP_MS);
    await testbed.passing(player.received('session:ended'));
    expect(player.sessionNotices.map(({ name }) => name)).toEqual([
      'session:warned',
      'session:ended',
    ]);
  });
});

describe('a studio that was frozen', () => {
  beforeEach(() => open({ ...LOST, SESSION_SWEEP_MS: '1000' }));

  it('ends nobody’s session for the time in which it saw nobody', async () => {
    const player = await sit();
    await eventually('the connection is known', async () => {
      const known = 'select from connections where player_id = $1 and lost_at is null';
      return (await testbed.pool.query(known, [player.id])).rowCount === 1;
    });
    await testbed.advance(LOST_MS * 0.6); // It has beaten for a while.
    const frozenMs = 4 * LOST_MS;
    await testbed.database.moveTimeTo(testbed.clock.movedMs + frozenMs);
    await testbed.clock.move(frozenMs);
    await testbed.advance(2_000);
    expect((await read(player)).open).toBe(true);
    expect(player.socket.connected).toBe(true);
  });
});

describe('a player whose connection is lost', () => {
  beforeEach(() => open(LOST));

  it('and not regained has the credit back, and reads of it on return', async () => {
    const player = await sit();
    player.close();
    await eventually('the session has ended', () => isClosed(player));
    const back = await testbed.again(studio, player);
    const { lastEnd, open: isOpen, gameAccount } = await read(back);
    expect([isOpen, gameAccount]).toEqual([false, '10000']);
    expect(lastEnd).toMatchObject({ reason: 'connection_lost', amount: '10000' });
    await eventually('it is counted', async () => (await metric('connection_lost')) === 1);
    await back.join();
    await back.buyIn(10);
    expect(await back.balance()).toBe(1_000n);
  });

  it('and regained in time goes on with session and bets', async () => {
    const player = await sit();
    const { game, seq } = await dealer.openBetting();
    await player.bet(game, ['punto', 10]);
    player.close();
    const lost = await eventually('the loss is known', () => lostAt(player));
    const back = await testbed.again(studio, player);
    await eventually('the connection is known', async () => (await lostAt(player)) === undefined);
    await back.join();
    expect(back.seat?.stakes).toEqual({ punto: '1000' });
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect((await back.result(game)).paid).toBe('2000');
    const isOver = async () => (await nowMs()) > +lost + LOST_MS + 500;
    await testbed.passing(eventually('the time is over', isOver));
    expect(await read(back)).toMatchObject({ open: true, balance: '11000' });
  });

  it('with a round in hand is paid first', async () => {
    const player = await sit();
    const { game, seq } = await dealer.openBetting();
    await player.bet(game, ['punto', 10]);
    player.close();
    const lost = await eventually('the loss is known', () => lostAt(player));
    await dealer.betsClosed(seq);
    const isOver = async () => (await nowMs()) > +lost + LOST_MS + 500;
    await testbed.passing(eventually('the time is over', isOver));
    expect(await isClosed(player)).toBe(false);
    await dealer.deal('9h Kd Ts Qs');
    await eventually('the session has ended', () => isClosed(player));
    const back = await testbed.again(studio, player);
    expect((await read(back)).lastEnd).toMatchObject({ amount: '11000' });
  });
});

describe('a second login', () => {
  beforeEach(() => open({}));

  it('closes the first and says why, and bets and session go on', async () => {
    const first = await sit();
    const { game, seq } = await dealer.openBetting();
    await first.bet(game, ['punto', 10]);
    let reason = '';
    first.socket.on('disconnect', (why) => (reason = why));
    const second = await testbed.again(studio, first);
    expect(await first.received('session:closed')).toEqual({ reason: 'second_login' });
    await first.disconnected();
    expect(reason).toBe('io server disconnect');
    await second.join();
    expect(second.seat?.stakes).toEqual({ punto: '1000' });
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect((await second.result(game)).paid).toBe('2000');
    expect(first.results).toEqual([]);
    expect(await lostAt(second)).toBeUndefined();
    expect(second.sessionNotices).toEqual([]);
  });

  it('that comes many times at once leaves one connection', async () => {
    const first = await sit();
    const { token, id } = first;
    const all = Array.from({ length: 8 }, () => new Player(studio.url, token, id, table));
    await Promise.allSettled(all.map((each) => testbed.connect(each)));
    const standing = () => all.filter(({ socket }) => socket.connected);
    await eventually('one is left', () => standing().length === 1);
    expect(await read(standing()[0]!)).toMatchObject({ open: true });
    await eventually('it is the one that counts', async () => (await lostAt(first)) === undefined);
  });
});

describe('a token', () => {
  beforeEach(() => open({}));

  it('that expires closes the connection with its reason, and the session waits', async () => {
    const { id } = await testbed.enlist('Anna', 100);
    const nowMs = (): number => Date.now() + testbed.clock.movedMs;
    const expires = Math.ceil(nowMs() / 1000) + 5;
    const token = await sign({ id, role: 'player' }, { expires });
    const player = await testbed.connect(new Player(studio.url, token, id, table));
    await player.buyIn(100);
    expect(await player.received('session:closed')).toEqual({ reason: 'token_expired' });
    await player.disconnected();
    expect(nowMs()).toBeGreaterThanOrEqual(expires * 1000 - 50);
    const renewed = await sign({ id, role: 'player' });
    const back = await testbed.connect(new Player(studio.url, renewed, id, table));
    expect(await read(back)).toMatchObject({ open: true, balance: '10000' });
  });

  it('that expires is renewed by a client that can, which is at its table again', async () => {
    const { id } = await testbed.enlist('Anna', 100);
    const expires = Math.ceil((Date.now() + testbed.clock.movedMs) / 1000) + 2;
    const token = await sign({ id, role: 'player' }, { expires });
    let renewals = 0;
    const renewToken = () => {
      renewals += 1;
      return sign({ id, role: 'player' });
    };
    const client = new PlayerClient(studio.url, token, { renewToken });
    let joins = 0;
    const reasons: string[] = [];
    client.connection.on('session:closed', ({ reason }) => reasons.push(reason));
    const seat = client.join(table, { joined: () => void (joins += 1) });
    await testbed.passing(eventually('it has come back', () => joins === 2));
    expect(reasons).toEqual(['token_expired']);
    expect(renewals).toBe(1);
    seat.leave();
    client.close();
  });
});

const isClosed = async ({ id }: Player): Promise<boolean> => {
  const { rowCount } = await testbed.pool.query(
    'select from sessions where player_id = $1 and closed_at is not null',
    [id],
  );
  return rowCount === 1;
};
