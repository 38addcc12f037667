/** Players who sign in twice, in two processes, while somebody else holds their rows. */
import { randomUUID } from 'node:crypto';
import { PinoLogger } from 'nestjs-pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginGeneration } from '../../src/access/player-generations.js';
import { readConfig } from '../../src/config.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import { comeIn, goOut } from '../../src/session/connection-rows.js';
import { Connections } from '../../src/session/connections.service.js';
import { PostgresSessions } from '../../src/session/postgres-store.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { ManualClock } from '../kit/manual-clock.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';
import { TIME_BY_HAND } from '../sim/mirror.js';

const LOGGER = new PinoLogger({ pinoHttp: { level: 'silent' } });
const START_MS = 1_800_000_000_000;
const TOKEN_ENDS_MS = START_MS + 3_600_000;
/** Longer than a row that is held is left alone, and shorter than the next look for others. */
const WHILE_MS = 300;
const LOOK_MS = 2_000;
/** By then a process has looked at every connection. */
const BEAT_MS = 15_000;

let database: TestDatabase;
let playerId: string;
let nowMs = START_MS;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, (client) => client.query(TIME_BY_HAND));
});
afterAll(() => database.drop());

class Process {
  readonly clock = new ManualClock(nowMs);
  readonly closed: string[] = [];
  /** How often it has written, whether the rows were held or not. */
  written = 0;
  readonly #connections: Connections;

  constructor() {
    const wallet = new LedgerWallet(database.pool, { shortfallRecovery: 'never' });
    const store = new PostgresSessions(database.pool, wallet);
    const write = store.writeConnections.bind(store);
    store.writeConnections = async (...asked) => {
      const held = await write(...asked);
      this.written += 1;
      return held;
    };
    const config = readConfig({ SABOT_DEMO: '1', DATABASE_URL: database.url });
    const poller = new Poller(this.clock, new Metrics(), LOGGER);
    this.#connections = new Connections(
      config,
      store,
      { arm: () => undefined },
      this.clock,
      poller,
    );
    poller.onApplicationBootstrap();
  }

  /** `generation`: of the token. */
  async enter(id: string, generation?: number): Promise<void> {
    const { written } = this;
    const socket = { id, emit: () => undefined, disconnect: () => void this.closed.push(id) };
    this.#connections.enter(socket, playerId, TOKEN_ENDS_MS, generation);
    await eventually('it has tried to write', () => this.written > written);
  }
}

let one: Process;
let other: Process;

beforeEach(async () => {
  const [player] = await openPlayers(database.pool, [0]);
  playerId = player!.id;
  one = new Process();
  other = new Process();
  await passes(0);
  await one.enter('former');
});

/** Time goes on. What is due is done by `processes`. The others are slow, and do it later. */
const passes = async (ms: number, processes: readonly Process[] = []): Promise<void> => {
  nowMs += ms;
  await asSuperuser(database, (client) =>
    client.query('update test.instant set at = $1', [new Date(nowMs)]),
  );
  for (const { clock } of [one, other]) clock.oversleep(nowMs - clock.nowMs());
  for (const { clock } of processes) await clock.advance(0);
};

/** Time goes on for the process, which then has tried again what it had not written. */
const triesAgain = async (process: Process): Promise<void> => {
  const { written } = process;
  await passes(WHILE_MS, [process]);
  await eventually('it has tried again', () => process.written > written);
};

const holdingRow = (work: () => Promise<void>): Promise<void> =>
  asSuperuser(database, async (holder) => {
    await holder.query('begin');
    await holder.query('select from connections where player_id = $1 for update', [playerId]);
    await work();
  });

const counts = async (): Promise<string | undefined> => {
  const { rows } = await database.pool.query<{ connection: string }>(
    'select connection from connections where player_id = $1',
    [playerId],
  );
  return rows[0]?.connection;
};

describe('of two sign-ins in two processes, the later one counts', () => {
  it('also where the earlier is written later, since its row was held', async () => {
    await holdingRow(() => one.enter('earlier'));
    await passes(1, [other]);
    await other.enter('later');
    expect(await counts()).toBe('later');
    await triesAgain(one);
    expect(await counts()).toBe('later');
    const before = one.closed.length;
    await passes(LOOK_MS, [one, other]);
    await eventually('the earlier is closed', () => one.closed.length > before);
    expect(one.closed.slice(before)).toEqual(['earlier']);
    expect(other.closed).toEqual([]);
  });

  it('and of two in one process the one that is written later, as they come in their order', async () => {
    const process = randomUUID();
    await comeIn(database.pool, process, [{ playerId, connection: 'earlier' }]);
    await comeIn(database.pool, process, [{ playerId, connection: 'later', lateMs: LOOK_MS }]);
    expect(await counts()).toBe('later');
  });

  it('also where the clock of the database was set back between them', async () => {
    await passes(-10_000);
    await other.enter('later');
    expect(await counts()).toBe('later');
  });

  it('also where both are written later, the earlier first', async () => {
    await holdingRow(async () => {
      await one.enter('earlier');
      await passes(1, [other]);
      await other.enter('later');
    });
    await triesAgain(one);
    expect(await counts()).toBe('earlier');
    await triesAgain(other);
    expect(await counts()).toBe('later');
  });

  it('also where both are written later, the later first', async () => {
    await holdingRow(async () => {
      await one.enter('earlier');
      await passes(1, [other]);
      await other.enter('later');
    });
    await triesAgain(other);
    expect(await counts()).toBe('later');
    await triesAgain(one);
    expect(await counts()).toBe('later');
  });
});

describe('a connection whose token is ended', () => {
  it('is closed with the next look, in whatever process', async () => {
    const generation = await beginGeneration(database.pool, playerId);
    await other.enter('later', generation);
    await passes(LOOK_MS, [other]);
    expect(other.closed, 'the token holds').toEqual([]);
    await beginGeneration(database.pool, playerId);
    await passes(BEAT_MS, [other]);
    await eventually('it is closed', () => other.closed.length > 0);
    expect(other.closed).toEqual(['later']);
  });

  it('while it is let in is closed soon, and takes the place of no other', async () => {
    const former = await beginGeneration(database.pool, playerId);
    const generation = await beginGeneration(database.pool, playerId);
    await other.enter('later', generation);
    await passes(1, [one]);
    await one.enter('of the former token', former);
    expect(await counts()).toBe('later');
    const before = one.closed.length;
    await passes(LOOK_MS, [one, other]);
    await eventually('it is closed', () => one.closed.length > before);
    expect(one.closed.slice(before)).toEqual(['of the former token']);
    expect(other.closed).toEqual([]);
  });

  it('while it is let in is closed also where it is the player’s first', async () => {
    const [player] = await openPlayers(database.pool, [0]);
    playerId = player!.id;
    const generation = await beginGeneration(database.pool, playerId);
    await beginGeneration(database.pool, playerId);
    await one.enter('of the former token', generation);
    await passes(LOOK_MS, [one]);
    await eventually('it is closed', () => one.closed.length > 0);
    expect(await counts()).toBeUndefined();
  });
});

/**
 * A read of `connections` waits for the lock here, and then sees what was there before it waited.
 */
const SLOWLY = `
create schema slow;
create function slow.lock() returns boolean language plpgsql as
$$ begin perform pg_advisory_xact_lock(1); return true; end $$;
create view slow.connections as select * from public.connections where slow.lock();
set search_path = slow, public`;

it('a connection that ends while a later one takes its place does not lose that one', async () => {
  const former = [{ playerId, connection: 'former' }];
  await asSuperuser(database, (holder) =>
    asSuperuser(database, async (leaving) => {
      await leaving.query(SLOWLY);
      await holder.query('begin; select pg_advisory_xact_lock(1)');
      const left = goOut(leaving, former);
      await untilWaitingForLocks(database, 1);
      await comeIn(database.pool, randomUUID(), [{ playerId, connection: 'later' }]);
      await holder.query('commit');
      expect([...(await left)]).toEqual([playerId]);
    }),
  );
  expect([...(await goOut(database.pool, former))]).toEqual([]);
  const { rows } = await database.pool.query(
    'select connection, lost_at from connections where player_id = $1',
    [playerId],
  );
  expect(rows).toEqual([{ connection: 'later', lost_at: null }]);
});
