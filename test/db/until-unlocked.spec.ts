/** What changes the schema stands back behind who reads for long, and says who that is. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LOCK_MS, untilUnlocked } from '../../src/migration/until-unlocked.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';

let database: TestDatabase;
let owner: pg.Client;
/** As `pg_dump`, or `verify`. */
let reader: pg.Client;
let tries: number;

beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  reader = new pg.Client({ connectionString: database.url, application_name: 'a dump' });
  await Promise.all([owner.connect(), reader.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), reader.end()]);
  await database.drop();
});

const read = async (by: pg.Client, table: string): Promise<void> => {
  await by.query('begin');
  await by.query(`select from ${table}`);
};

/** What a migration does. */
const change = async (): Promise<string> => {
  tries += 1;
  await owner.query('begin');
  try {
    await owner.query(`set local lock_timeout = ${LOCK_MS}`);
    await owner.query('lock table timelines in access exclusive mode');
    return 'changed';
  } finally {
    await owner.query('rollback');
  }
};

/** The same, and where it fails the reader is over soon after. */
const changeBesideReader = async (): Promise<string> => {
  try {
    return await change();
  } catch (error) {
    void reader.query('rollback');
    throw error;
  }
};

beforeEach(async () => {
  tries = 0;
  await read(reader, 'timelines');
});

it('is not tried again while who had the table reads on, and names them in the end', async () => {
  const changed = untilUnlocked(owner, change, { triedForMs: 3_000, idleForMs: 60_000 });
  await expect(changed).rejects.toThrow(
    /in use, by a dump \(process \d+, since .+\): deploy again when that is over$/,
  );
  await reader.query('rollback');
  // At the beginning, and at the end: everybody waits behind each.
  expect(tries).toBe(2);
});

it('is tried again as soon as they are over', async () => {
  const times = { triedForMs: 600_000, idleForMs: 600_000 };
  expect(await untilUnlocked(owner, changeBesideReader, times)).toBe('changed');
  expect(tries).toBe(2);
});

it('is tried again beside who goes on with another table', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await read(other, 'bets');
  const times = { triedForMs: 600_000, idleForMs: 1_000 };
  expect(await untilUnlocked(owner, changeBesideReader, times)).toBe('changed');
  await other.end();
});
