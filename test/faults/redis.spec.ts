/**
 * Redis loses its data, stops, is cut off or never was there: rounds go on, and every bet is paid
 * (Redis is not the truth).
 */
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startRedis } from '../../scripts/setup/services.js';
import { Cable } from '../kit/cable.js';
import type { Player, Staff } from '../kit/clients.js';
import { isFullSize, measured } from '../kit/fault-report.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { type Env, type Studio, eventually } from '../kit/studio.js';

/**
 * A round that the queue has lost is paid by the sweep: it is found when it is this old, and is
 * looked for twice as often.
 */
const SWEEP_MS = 1_000;
/** The queue is sooner, whatever else the machine does. */
const SLOW_SWEEP: Env = { SETTLEMENT_SWEEP_MS: '60000' };

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;

describe.runIf(hasRedis)('a studio whose Redis', () => {
  const testbed = useTestbed({ tables: {}, env: { SETTLEMENT_SWEEP_MS: String(SWEEP_MS) } });
  let server: Service;
  let redis: Redis;
  let cable: Cable;
  let studio: Studio;
  let dealer: Staff;
  let guests: readonly Player[];
  let table: string;
  let tables = 0;
  let slowestMs = 0;

  beforeAll(async () => {
    server = (await startRedis())!;
    redis = new Redis(server.url);
    redis.on('error', () => undefined);
  });
  beforeEach(async () => {
    cable = await Cable.to(server.url);
    await open({ REDIS_URL: cable.through(server.url) });
  });
  afterEach(async () => {
    await studio.stop();
    cable.close();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
    console.log(`the slowest round was paid ${Math.round(slowestMs)} ms after its last card`);
  });

  const open = async (env: Env): Promise<void> => {
    table = `pb-${(tables += 1)}`;
    await testbed.setTable(table, BETTING);
    studio = await testbed.restart(env, table);
    await sitDown();
    await dealer.makeReady();
  };

  const sitDown = async (): Promise<void> => {
    dealer = await testbed.staff(studio, 'Dora', { table });
    guests = await testbed.players(studio, 3, 'Guest', { table, euros: 1_000 });
  };

  /**
   * A round with bets; the time from its last card to its settlement, and who paid it. Where only
   * the sweep can pay it, the time until then need not be waited for.
   */
  const playRound = async (
    during: { closed?: () => unknown; dealt?: () => unknown; isSwept?: boolean } = {},
  ): Promise<{ tookMs: number; by: string }> => {
    const before = await paidBy();
    const { game, seq } = await dealer.openBetting();
    await Promise.all(guests.map((guest) => guest.bet(game, ['punto', 10])));
    await dealer.betsClosed(seq);
    await during.closed?.();
    await dealer.deal('9h Kd Ts');
    const last = dealer.scan('Qs');
    if (during.dealt !== undefined) await during.dealt();
    expect(await last).toMatchObject({ ok: true });
    const dealtAt = performance.now();
    const settled = dealer.next('round_settled', { after: seq });
    await (during.isSwept === true ? testbed.passing(settled) : settled);
    const tookMs = performance.now() - dealtAt;
    slowestMs = Math.max(slowestMs, tookMs);
    for (const guest of guests) expect((await guest.result(game)).paid).toBe('2000');
    const after = await paidBy();
    const by = ['queue', 'sweep'].filter((each) => after[each] !== before[each]).join();
    return { tookMs, by };
  };

  /** The connections, by number, on which a worker waits for a job. */
  const waiting = async (): Promise<string[]> => {
    const clients = (await redis.client('LIST')) as string;
    const lines = clients.split('\n').filter((line) => line.includes('cmd=bzpopmin'));
    return lines.map((line) => /^id=(\d+)/.exec(line)![1]!);
  };

  /** Who paid a round that no queue can pay. */
  const sweptRound = async (): Promise<string> => (await playRound({ isSwept: true })).by;

  const paidBy = async (): Promise<Record<string, string | undefined>> => {
    const metrics = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
    const counts = metrics.matchAll(/sabot_rounds_paid_total{by="(\w+)"} (\d+)/g);
    const paid: Record<string, string> = {};
    for (const [, by, count] of counts) paid[by!] = count!;
    return paid;
  };

  it('is well has its rounds paid by the queue', async () => {
    await studio.stop();
    await open({ REDIS_URL: cable.through(server.url), ...SLOW_SWEEP });
    for (let round = 0; round < 3; round += 1) expect((await playRound()).by).toBe('queue');
  });

  it('forgets everything in the middle of a round plays it to the end', async () => {
    await playRound({ closed: () => redis.flushall() });
    await playRound();
  });

  it('forgets everything as the last card falls pays all the same', async () => {
    const flush = async () => {
      for (let time = 0; time < 50; time += 1) await redis.flushall();
    };
    for (let round = 0; round < 3; round += 1) await playRound({ dealt: flush });
  });

  it('forgets everything again and again pays every round once', async () => {
    let isFlushing = true;
    const flushing = (async () => {
      while (isFlushing) await redis.flushall();
    })();
    for (let round = 0; round < 3; round += 1) await playRound();
    isFlushing = false;
    await flushing;
    await eventually('the queue pays again', async () => (await playRound()).by === 'queue', {
      withinMs: 30_000,
    });
  });

  it('is cut off plays on, and has the queue pay again when it is back', async () => {
    await playRound({ closed: () => cable.cut(), isSwept: true });
    for (let round = 0; round < 2; round += 1) expect(await sweptRound()).toBe('sweep');
    cable.repair();
    await eventually('the queue pays again', async () => (await playRound()).by === 'queue', {
      withinMs: 30_000,
    });
  });

  it('no longer answers, though its connections are open, plays on', async () => {
    await playRound({ closed: () => cable.freeze(), isSwept: true });
    for (let round = 0; round < 2; round += 1) expect(await sweptRound()).toBe('sweep');
    cable.repair();
    await eventually('the queue pays again', async () => (await playRound()).by === 'queue', {
      withinMs: 30_000,
    });
  });

  it('is stalled, and another takes its place, has the queue pay again by that one', async () => {
    await playRound();
    const before = await waiting();
    cable.freezeThese();
    // The shoe does not last until the workers wait for jobs there: no rounds are played till then.
    const theirs = new Set(before);
    const come = async () => (await waiting()).filter((id) => !theirs.has(id)).length;
    await expect.poll(come, { timeout: 60_000 }).toBeGreaterThanOrEqual(before.length);
    await eventually('the queue pays again', async () => (await playRound()).by === 'queue', {
      withinMs: 60_000,
    });
  });

  it.runIf(isFullSize)(
    'is full plays on, and has the queue pay again when there is room',
    async () => {
      await playRound();
      await redis.config('SET', 'maxmemory', '1');
      for (let round = 0; round < 2; round += 1) {
        const { by, tookMs } = await playRound();
        expect(by).toBe('sweep');
        measured({ part: 'Redis', what: 'is full: a round is paid', ms: tookMs });
      }
      await redis.config('SET', 'maxmemory', '0');
      await eventually('the queue pays again', async () => (await playRound()).by === 'queue', {
        withinMs: 30_000,
      });
    },
  );

  it('has become a replica is left for the one in its place', async () => {
    const next = (await startRedis())!;
    try {
      await playRound();
      const other = new Redis(next.url);
      await other.config('SET', 'requirepass', new URL(server.url).password);
      other.disconnect();
      cable.plugInto(next.url);
      await redis.replicaof('127.0.0.1', next.port);
      await expect(redis.set('any', 'thing')).rejects.toThrow(/^READONLY/);
      await eventually('the queue pays again', async () => (await playRound()).by === 'queue', {
        withinMs: 30_000,
      });
    } finally {
      await redis.replicaof('NO', 'ONE');
      await next.stop();
    }
  });

  it.each(['cut', 'freeze'] as const)(
    'was lost (%s) stops in good order all the same',
    async (lose) => {
      await studio.stop();
      const process = await testbed.restartProcess({ REDIS_URL: cable.through(server.url) }, table);
      studio = process;
      await sitDown();
      await playRound({ dealt: () => cable[lose]() });
      const { tookMs, code, signal } = await process.stop();
      console.log(`${lose}: stopped in ${Math.round(tookMs)} ms`);
      expect([0, 'SIGTERM']).toContain(code ?? signal);
    },
  );

  it('is stopped for good plays on, and another studio starts without it', async () => {
    await playRound();
    const { port } = server;
    await server.stop();
    for (let round = 0; round < 3; round += 1) expect(await sweptRound()).toBe('sweep');
    await studio.stop();
    await open({ REDIS_URL: `redis://127.0.0.1:${port}` });
    for (let round = 0; round < 2; round += 1) expect(await sweptRound()).toBe('sweep');
  });
});

describe('a studio without any Redis', () => {
  const testbed = useTestbed({
    tables: { 'pb-1': BETTING },
    env: { QUEUE_BACKEND: 'postgres', REDIS_URL: '', ...SLOW_SWEEP },
  });

  it('has its rounds paid by a queue on Postgres', async () => {
    const studio = await testbed.restartProcess();
    const dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    const guest = await testbed.player(studio, 'Guest', { euros: 100 });
    for (let round = 1; round <= 3; round += 1) {
      const { game, seq } = await dealer.openBetting();
      await guest.bet(game, ['punto', 10]);
      await dealer.next('betting_closed', { after: seq });
      await dealer.deal('9h Kd Ts Qs');
      await guest.result(game);
      expect(await guest.balance()).toBe(10_000n + BigInt(round) * 1_000n);
    }
    const metrics = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
    expect(metrics).toContain('sabot_rounds_paid_total{by="queue"} 3');
    await studio.kill();
    const next = await testbed.restartProcess();
    const back = await testbed.again(next, guest);
    expect(await back.balance()).toBe(13_000n);
    const { code, signal } = await next.stop();
    expect([0, 'SIGTERM']).toContain(code ?? signal);
  });
});
