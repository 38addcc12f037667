/**
 * The timers of sessions are durable: a studio that is killed, a Redis that forgets, and two
 * studios at once change nothing but seconds.
 */
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import type { Player } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { type Env, type Studio, type StudioProcess, eventually, pause } from '../kit/studio.js';

/**
 * Two seconds until the warning, and time enough to receive it, or to come back, before the end.
 */
const IDLE: Env = { SESSION_IDLE_MS: '8000', SESSION_WARN_MS: '6000', SESSION_SWEEP_MS: '500' };

const endOf = async (testbed: ReturnType<typeof useTestbed>, { id }: Player) => {
  const { rows } = await testbed.pool.query<{ reason: string; amount: string }>(
    'select closed_reason as reason, closed_amount as amount from sessions where player_id = $1 and closed_at is not null',
    [id],
  );
  return rows[0];
};

describe('a studio that is killed while sessions wait for their end', () => {
  const testbed = useTestbed({ tables: { 'pb-1': QUICK }, env: { TABLE_LEASE_MS: '500' } });
  /** By how much the first test that moves time on does so. It never goes back. */
  const MOVED_MS = 61_000;
  let studio: StudioProcess;
  afterEach(() => studio.kill());

  it('and started again ends those whose players do not come back, and keeps the others', async () => {
    studio = await testbed.restartProcess();
    const [gone, faithful] = await testbed.players(studio, 2, 'Guest', { euros: 100 });
    await studio.kill();
    // Nobody had time to say that a connection was lost.
    studio = await testbed.restartProcess({ SESSION_LOST_MS: '20000', SESSION_SWEEP_MS: '500' });
    const back = await testbed.again(studio, faithful!);
    await testbed.pool.query(
      `update connections set seen_at = seen_at - interval '1 minute' where player_id = $1`,
      [gone!.id],
    );
    expect(await eventually('an end', () => endOf(testbed, gone!))).toEqual({
      reason: 'connection_lost',
      amount: '10000',
    });
    expect(await back.call('session:read', {})).toMatchObject({ open: true, balance: '10000' });
  });

  it('in the middle of ending many ends each once', async () => {
    const env = { SESSION_LOST_MS: '60000', SESSION_SWEEP_MS: '500' };
    studio = await testbed.restartProcess(env);
    const players = await testbed.players(studio, 20, 'Guest', { euros: 100 });
    for (const player of players) player.close();
    await eventually('all have lost their connections', async () => {
      const { rowCount } = await testbed.pool.query(
        'select from connections where player_id = any($1) and lost_at is not null',
        [players.map(({ id }) => id)],
      );
      return rowCount === players.length;
    });
    const ended = async () => {
      const ends = await Promise.all(players.map((player) => endOf(testbed, player)));
      return ends.filter((end) => end !== undefined).length;
    };
    expect(await ended()).toBe(0);
    await testbed.database.moveTimeTo(MOVED_MS);
    await eventually('some have ended', async () => (await ended()) > 0, { everyMs: 1 });
    await studio.kill();
    studio = await testbed.restartProcess(env);
    await eventually('all have ended', async () => (await ended()) === players.length);
    for (const player of players) {
      const { rows } = await testbed.pool.query(
        `select count(*)::int as count from entries where kind = 'cash_out' and key like 'cash-out:' || $1 || ':%'`,
        [player.id],
      );
      expect(rows).toEqual([{ count: 1 }]);
    }
  });

  it('and stops in good order keeps the time that players have to come back', async () => {
    studio = await testbed.restartProcess({ SESSION_LOST_MS: '120000' });
    const player = await testbed.player(studio, 'Guest', { euros: 100 });
    await studio.stop();
    await eventually('the loss is written', async () => {
      const { rowCount } = await testbed.pool.query(
        'select from connections where player_id = $1 and lost_at is not null',
        [player.id],
      );
      return rowCount === 1;
    });
    studio = await testbed.restartProcess({ SESSION_LOST_MS: '120000' });
    const back = await testbed.again(studio, player);
    expect(await back.call('session:read', {})).toMatchObject({ open: true });
  });

  it('and started again warns and ends the idle ones as if nothing had been', async () => {
    // A session's times are the database's, in which the test moves them on.
    const env = { ...IDLE, SESSION_IDLE_MS: '60000', SESSION_WARN_MS: '30000' };
    studio = await testbed.restartProcess(env);
    const player = await testbed.player(studio, 'Guest', { euros: 100 });
    await testbed.database.moveTimeTo(MOVED_MS + 31_000);
    await player.received('session:warned');
    await studio.kill();
    studio = await testbed.restartProcess(env);
    const back = await testbed.again(studio, player);
    await testbed.database.moveTimeTo(MOVED_MS + 62_000);
    expect(await back.received('session:ended')).toMatchObject({ reason: 'idle', amount: '10000' });
  });
});

describe.runIf(process.env['TEST_REDIS_URL'] !== undefined)('a Redis that forgets', () => {
  const testbed = useTestbed({ tables: { 'pb-1': QUICK } });

  it('again and again keeps no session open, and no player unwarned', async () => {
    const studio = await testbed.restart({
      ...IDLE,
      SESSION_IDLE_MS: '12000',
      SESSION_LOST_MS: '3000',
    });
    const redis = new Redis(testbed.env['REDIS_URL']!);
    let isFlushing = true;
    const flushing = (async () => {
      for (; isFlushing; await pause(2)) await redis.flushdb();
    })();
    const [idle, lost] = await testbed.players(studio, 2, 'Guest', { euros: 100 });
    lost!.close();
    const end = eventually('the lost one ends', () => endOf(testbed, lost!));
    expect(await testbed.passing(end)).toMatchObject({ reason: 'connection_lost' });
    const { endsAtMs } = await testbed.passing(idle!.received('session:warned'));
    await testbed.passing(idle!.received('session:ended'));
    const reply = await idle!.call('session:read', {});
    expect(reply.ok && reply.lastEnd!.atMs).toBeGreaterThanOrEqual(endsAtMs);
    isFlushing = false;
    await flushing;
    redis.disconnect();
    await studio.stop();
  });
});

describe('a studio without any Redis', () => {
  const env = { QUEUE_BACKEND: 'postgres', REDIS_URL: '' };
  const testbed = useTestbed({ tables: { 'pb-1': QUICK }, env });

  it('warns and ends by a queue on Postgres', async () => {
    const studio = await testbed.restartProcess({ ...IDLE, SESSION_SWEEP_MS: '60000' });
    const player = await testbed.player(studio, 'Guest', { euros: 100 });
    await player.received('session:warned');
    expect(await player.received('session:ended')).toMatchObject({ reason: 'idle' });
    const { code, signal } = await studio.stop();
    expect([0, 'SIGTERM']).toContain(code ?? signal);
  });
});

describe('of two studios', () => {
  const testbed = useTestbed({ tables: {} });
  let first: Studio;
  let second: Studio;
  afterEach(() => Promise.all([first.stop(), second.stop()]));

  /** Each with a hundred euros in the session, and at no table. */
  const visitors = (studio: Studio, count: number, name: string): Promise<readonly Player[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const visitor = await testbed.visitor(studio, name, { euros: 100 });
        await visitor.buyIn(100);
        return visitor;
      }),
    );

  it('the one that a player leaves for the other tells of the second login', async () => {
    first = await testbed.start();
    second = await testbed.start();
    const [player, stays] = (await visitors(first, 2, 'Guest')) as [Player, Player];
    const startedAt = performance.now();
    const other = await testbed.again(second, player);
    expect(await player.received('session:closed')).toEqual({ reason: 'second_login' });
    await player.disconnected();
    const tookMs = Math.round(performance.now() - startedAt);
    console.log(`two studios: the first connection was closed ${tookMs} ms after the second login`);
    expect(await other.call('session:read', {})).toMatchObject({ open: true, balance: '10000' });
    expect(other.socket.connected && stays.socket.connected).toBe(true);
    expect(stays.sessionNotices).toEqual([]);
  });

  it('each tells its own players of what the other has decided', async () => {
    first = await testbed.start(IDLE);
    second = await testbed.start({ ...IDLE, SESSION_SWEEP_MS: '60000' });
    const here = await visitors(first, 4, 'Here');
    const there = await visitors(second, 4, 'There');
    for (const player of [...here, ...there]) {
      const { endsAtMs } = await testbed.passing(player.received('session:warned'));
      expect(await testbed.passing(player.received('session:ended'))).toMatchObject({
        reason: 'idle',
      });
      const reply = await player.call('session:read', {});
      expect(reply.ok && reply.lastEnd!.atMs).toBeGreaterThanOrEqual(endsAtMs);
      expect(player.sessionNotices).toHaveLength(2);
    }
  });

  it('one that is killed loses its players’ sessions to the rule, by the other one', async () => {
    const env = { SESSION_LOST_MS: '6000', SESSION_SWEEP_MS: '500' };
    const killed = await testbed.startProcess(env);
    first = killed;
    second = await testbed.startProcess(env);
    const [player] = await visitors(first, 1, 'Guest');
    const [stays] = await visitors(second, 1, 'Stays');
    await killed.kill();
    expect(await eventually('an end', () => endOf(testbed, player!))).toMatchObject({
      reason: 'connection_lost',
    });
    expect(await stays!.call('session:read', {})).toMatchObject({ open: true });
  });
});
