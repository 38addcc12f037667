/**
 * Tables go to no process that cannot run them, as one of the version before, which cannot read
 * what a later one has logged: whoever can run them has them.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setDrained } from '../../src/edge/process-rows.js';
import { Processes } from '../../src/edge/processes.service.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTables } from '../kit/running-tables.js';
import { eventually, pause } from '../kit/studio.js';

const LEASE_MS = 60_000;
const TABLES = ['pb-1', 'pb-2', 'pb-3'];
/** In which any move that is to come has begun. */
const STEADY_MS = 4_000;

/** Of a version that knows none of the events that the tables have. */
class EarlierStores extends PostgresStores {
  override unknownEventsOf(): Promise<readonly string[]> {
    return Promise.resolve(['bell_rung 1']);
  }
}

let database: TestDatabase;
let later: RunningTables;
let earlier: RunningTables;
let areOver: boolean;
let going: Promise<unknown>;

beforeEach(async () => {
  database = await createDatabase();
  for (const table of TABLES) {
    await database.pool.query('insert into tables (id, settings) values ($1, $2)', [
      table,
      JSON.stringify(DEFAULT_SETTINGS),
    ]);
  }
});
afterEach(async () => {
  areOver = true;
  await going;
  for (const each of [later, earlier]) {
    await each.poller.onModuleDestroy();
    await each.stop();
  }
  await database.drop();
});

/** Both are there, and take tables. From here on their clocks go as time does. */
const start = async (stayMs: number): Promise<void> => {
  const env = { TABLE_STAY_MS: String(stayMs) };
  const ofDatabase = (...args: ConstructorParameters<typeof PostgresStores>) =>
    new PostgresStores(...args);
  later = RunningTables.create(database, LEASE_MS, ofDatabase, env);
  earlier = RunningTables.create(database, LEASE_MS, (...args) => new EarlierStores(...args), env);
  areOver = false;
  for (const { config, service, poller } of [later, earlier]) {
    await service.onApplicationBootstrap();
    void new Processes(config, database.pool, service, poller);
    poller.onApplicationBootstrap();
  }
  going = Promise.all([later, earlier].map((each) => goOn(each)));
  await eventually('all are run', () => isRunning(later));
};

const goOn = async ({ clock }: RunningTables): Promise<void> => {
  let atMs = performance.now();
  while (!areOver) {
    await pause(10);
    const nowMs = performance.now();
    await clock.advance(nowMs - atMs);
    atMs = nowMs;
  }
};

const isRunning = ({ service }: RunningTables): boolean =>
  TABLES.every((table) => typeof service.find(table) !== 'string');

/** How often tables were taken, in all. */
const taken = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ taken: number }>(
    'select sum(epoch)::int as taken from table_leases',
  );
  return rows[0]!.taken;
};

const nothingMoves = async (): Promise<void> => {
  const before = await taken();
  await pause(STEADY_MS);
  expect(await taken()).toBe(before);
  expect(isRunning(later)).toBe(true);
};

it('a process that does not take a table is given no other after it', async () => {
  await start(500);
  await eventually('one is given in vain', async () => (await taken()) > TABLES.length);
  await nothingMoves();
  expect(later.service.givesTo(earlier.service.owner)).toBe(false);
});

it('a process that is drained runs on what no other takes', async () => {
  await start(3_600_000);
  await setDrained(database.pool, later.service.owner, true);
  await eventually('they are given in vain', async () => (await taken()) > TABLES.length);
  await eventually('all are run again', () => isRunning(later));
  await nothingMoves();
});
