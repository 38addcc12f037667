/** The hop of a command to another process, over a real Redis: its time, and its answer. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startRedis } from '../../scripts/setup/services.js';
import { Hop } from '../../src/edge/hop.service.js';
import type { SeenTables } from '../../src/edge/seen-tables.service.js';
import { Bulletins } from '../../src/platform/bulletins.service.js';
import { Metrics } from '../../src/platform/metrics.js';
import type { Streams } from '../../src/platform/streams.service.js';
import type { Tables } from '../../src/table/tables.service.js';
import { streamsOf } from '../kit/streams.js';
import { eventually, pause } from '../kit/studio.js';

const DOOR = '/player';
/** Of the studio under test. */
const WITHIN_MS = 5_000;

describe.runIf(process.env['TEST_REDIS_URL'] !== undefined)('a command for another process', () => {
  let server: Service;
  let redis: Redis;
  let asks: Process;
  let runs: Process;
  /** Who runs the table, as far as those who ask know. */
  let owner: string | undefined;

  class Process {
    readonly owner = randomUUID();
    readonly streams: Streams;
    readonly hop: Hop;
    /** Whether it runs the table itself. */
    isHere = false;
    /** By how much its own clock is ahead. */
    skewMs = 0;

    constructor(url: string) {
      this.streams = streamsOf(url);
      const tables = { owner: this.owner, find: () => (this.isHere ? {} : 'table_is_moving') };
      Object.defineProperties(tables, {
        nowMs: { get: () => Date.now() + this.skewMs },
        studioMs: { get: () => Date.now() },
      });
      const seen = { ownerOf: () => owner, look: () => Promise.resolve() };
      this.hop = new Hop(
        tables as unknown as Tables,
        seen as unknown as SeenTables,
        this.streams,
        new Metrics(),
        new Bulletins(this.streams),
      );
      this.hop.onApplicationBootstrap();
    }
  }

  beforeAll(async () => {
    server = (await startRedis())!;
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    asks = new Process(server.url);
    runs = new Process(server.url);
    owner = runs.owner;
    await eventually('Redis is there', () => !asks.streams.isAway && !runs.streams.isAway);
  });
  afterEach(() => {
    asks.streams.onApplicationShutdown();
    runs.streams.onApplicationShutdown();
  });

  const order = () => ({
    table: 'pb-1',
    door: DOOR,
    name: 'bet:place',
    message: { betId: randomUUID() },
    caller: {},
    address: '127.0.0.1',
  });

  it('is answered by what the table said, however many times it was asked meanwhile', async () => {
    // Each waits in the mailbox for longer than until it is asked again.
    runs.hop.open(DOOR, async () => {
      await pause(1_300);
      return { ok: true };
    });
    expect(await asks.hop.ask(order())).toEqual({ ok: true });
  });

  it('is not refused as busy where it waits at the table since it was asked before', async () => {
    let times = 0;
    runs.hop.open(DOOR, async () => {
      times += 1;
      if (times > 1) return { ok: false, refusal: 'table_is_busy' };
      await pause(1_300);
      return { ok: true };
    });
    expect(await asks.hop.ask(order())).toEqual({ ok: true });
  });

  it('is not refused by an answer to an earlier try while a later one may stand', async () => {
    let times = 0;
    runs.hop.open(DOOR, async () => {
      times += 1;
      const isFirst = times === 1;
      await pause(isFirst ? 1_300 : 600);
      return isFirst ? { ok: false, refusal: 'insufficient_funds' } : { ok: true };
    });
    expect(await asks.hop.ask(order())).toEqual({ ok: true });
  });

  it('is refused by the answer to its last try, however slow the table is', async () => {
    runs.hop.open(DOOR, async () => {
      await pause(1_600);
      return { ok: false, refusal: 'insufficient_funds' };
    });
    expect(await asks.hop.ask(order())).toEqual({ ok: false, refusal: 'insufficient_funds' });
  });

  it('is not overtaken where the table has come to the process that asks, meanwhile', async () => {
    let answer: (reply: object) => void = () => undefined;
    runs.hop.open(DOOR, () => new Promise((resolve) => (answer = resolve)));
    const line = { table: 'pb-1', door: DOOR, connection: 'a' };
    const said: string[] = [];
    const asking = asks.hop.ask({ ...order(), connection: 'a' }).then(() => said.push('asked'));
    expect(asks.hop.before(line), 'it runs elsewhere').toBeUndefined();
    asks.isHere = true;
    expect(asks.hop.before({ ...line, connection: 'b' })).toBeUndefined();
    const later = asks.hop.before(line)?.then(() => said.push('later'));
    await pause(100);
    answer({ ok: true });
    await Promise.all([asking, later]);
    expect(said).toEqual(['asked', 'later']);
    expect(asks.hop.before(line)).toBeUndefined();
  });

  it('is not overtaken by a later one of the same connection while it is asked again', async () => {
    const carriedOut: string[] = [];
    runs.hop.open(DOOR, ({ name }) => {
      carriedOut.push(name);
      return Promise.resolve({ ok: true });
    });
    owner = undefined;
    const placed = asks.hop.ask({ ...order(), connection: 'a' });
    await pause(30);
    owner = runs.owner;
    const others = ['bet:undo', 'bet:clear'].map((name) =>
      asks.hop.ask({ ...order(), connection: 'a', name }),
    );
    const ofAnother = await asks.hop.ask({ ...order(), connection: 'b', name: 'bet:double' });
    expect(ofAnother).toEqual({ ok: true });
    expect(await Promise.all([placed, ...others])).toEqual(Array(3).fill({ ok: true }));
    expect(carriedOut).toEqual(['bet:double', 'bet:place', 'bet:undo', 'bet:clear']);
  });

  it('finds a place where bets have taken all of theirs, unless it is a bet', async () => {
    for (const door of [DOOR, '/pit']) runs.hop.open(door, () => Promise.resolve({ ok: true }));
    const bet = { ...order(), message: {} };
    owner = randomUUID(); // Which is silent.
    const bets = Array.from({ length: 20_000 }, (_, player) =>
      asks.hop.ask({ ...bet, connection: `${player}` }),
    );
    await Promise.resolve(); // They are asked.
    owner = runs.owner;
    const suspending = asks.hop.ask({ ...bet, door: '/pit' });
    expect(await asks.hop.ask(bet)).toBe('busy');
    expect(await suspending).toEqual({ ok: true });
    expect(new Set(await Promise.all(bets))).toEqual(new Set(['unsure']));
  });

  it('finds a place on its way to Redis where all is taken, unless it is a bet', async () => {
    for (const door of [DOOR, '/pit']) runs.hop.open(door, () => Promise.resolve({ ok: true }));
    await redis.call('CLIENT', 'PAUSE', '60000', 'WRITE');
    const others = Array.from({ length: 5_000 }, () =>
      asks.streams.add('a stream', '*', {}, { entries: 1 }),
    );
    const suspending = asks.hop.ask({ ...order(), door: '/pit', message: {} });
    expect(await asks.hop.ask(order())).toBe('busy');
    await redis.call('CLIENT', 'UNPAUSE');
    expect(await suspending).toEqual({ ok: true });
    expect(new Set(await Promise.all(others))).toEqual(new Set(['added']));
  });

  it('is carried out by a process whose own clock is wrong', async () => {
    runs.skewMs = 60_000;
    runs.hop.open(DOOR, () => Promise.resolve({ ok: true }));
    expect(await asks.hop.ask(order())).toEqual({ ok: true });
  });

  it('is answered by a Redis that took the place of one whose clock was ahead', async () => {
    runs.hop.open(DOOR, () => Promise.resolve({ ok: true }));
    const streams = [`bull:orders:${runs.owner}`, `bull:answers:${asks.owner}`];
    await Promise.all(streams.map((key) => isAhead(key)));
    // Whoever has read this has read what is an hour ahead.
    expect(await asks.hop.ask(order())).toEqual({ ok: true });
    await redis.del(...streams);
    expect(await asks.hop.ask(order())).toEqual({ ok: true });
  });

  it('is not given twice by a Redis that has lost the last of a stream', async () => {
    const key = 'bull:a stream of notes';
    const taken: string[] = [];
    runs.streams.follow('a stream of notes', '0-0', ({ note = '' }) => void taken.push(note));
    const add = async (note: string) => {
      const keep = { entries: 100 };
      expect(await asks.streams.add('a stream of notes', '*', { note }, keep)).toBe('added');
      await eventually('it is taken', () => taken.includes(note));
    };
    await add('one');
    await add('two');
    const kept = await redis.xrange(key, '-', '+');
    await isAhead(key);
    await add('three');
    const back = redis.multi().del(key);
    for (const [id, fields] of kept) back.xadd(key, id, ...fields);
    await back.exec();
    await add('four');
    expect(taken).toEqual(['one', 'two', 'three', 'four']);
  });

  /** An entry that Redis has numbered by a clock that is an hour ahead. Nobody has signed it. */
  const isAhead = (key: string) => redis.xadd(key, `${Date.now() + 3_600_000}-0`, 'items', '[]');

  it('is not carried out once its caller has heard that it is not known what became of it', async () => {
    runs.streams.onApplicationShutdown();
    const startedAtMs = Date.now();
    expect(await asks.hop.ask(order())).toBe('unsure');
    const entries = await redis.xrange(`bull:orders:${runs.owner}`, '-', '+');
    const sent = entries.flatMap(([, [, items]]) => JSON.parse(items!) as { untilMs: number }[]);
    expect(sent.length).toBeGreaterThan(2);
    for (const { untilMs } of sent) {
      expect(untilMs).toBeLessThanOrEqual(startedAtMs + WITHIN_MS + 50);
    }
  });

  it('is refused at once, with nothing done, where Redis has not answered for a second', async () => {
    const keep = { entries: 1 };
    await redis.call('CLIENT', 'PAUSE', '2500');
    const unanswered = asks.streams.add('a stream', '*', {}, keep);
    await pause(1_100);
    const startedAt = performance.now();
    expect(await asks.hop.ask({ ...order(), message: {} })).toBe('busy');
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(await unanswered).toBe('unsure');
  });
});
