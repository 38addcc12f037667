import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { takeLease } from '../../src/table/lease.js';
import type { Table } from '../../src/table/table.js';
import type { Tables } from '../../src/table/tables.service.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import type { ManualClock } from '../kit/manual-clock.js';
import { RunningTables } from '../kit/running-tables.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

const LEASE_MS = 60_000;
const ID = 'pb-1';

let database: TestDatabase;
let running: RunningTables;
let clock: ManualClock;
let tables: Tables;
let cutOff: string[];

beforeAll(async () => {
  database = await createDatabase();
  await database.pool.query('insert into tables (id, settings) values ($1, $2)', [
    ID,
    JSON.stringify(DEFAULT_SETTINGS),
  ]);
});
afterAll(() => database.drop());

beforeEach(async () => {
  running = await RunningTables.start(database, LEASE_MS);
  ({ clock, cutOff, service: tables } = running);
});
afterEach(() => running.stop());

const here = (): Table => running.here(ID);

interface LeaseRow {
  readonly owner: string | null;
  readonly epoch: string;
  readonly holds: boolean;
}

const lease = async (): Promise<LeaseRow> => {
  const { rows } = await database.pool.query<LeaseRow>(
    'select owner, epoch, expires_at > now() as holds from table_leases where table_id = $1',
    [ID],
  );
  return rows[0]!;
};

const runOut = async (): Promise<void> => {
  await database.pool.query(
    `update table_leases set expires_at = now() - interval '1 s' where table_id = $1`,
    [ID],
  );
};

/** Every connection of the table's own, and of the tables' pool, is lost. */
const loseConnections = (): Promise<unknown> =>
  asSuperuser(database, (superuser) =>
    superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'sabot %' and datname = current_database()`,
    ),
  );

describe('a table’s lease', () => {
  it('is renewed three times in its span, as the studio’s clock goes', async () => {
    await runOut();
    await clock.advance(LEASE_MS / 3 - 1);
    expect(await lease()).toMatchObject({ owner: tables.owner, holds: false });
    await clock.advance(1);
    await eventually('it is renewed', async () => (await lease()).holds);
    expect(tables.find(ID)).toBe(here());
  });

  it('that another took is given up, and those at the table are sent away', async () => {
    await runOut();
    const other = randomUUID();
    expect(await takeLease(database.pool, ID, other, LEASE_MS)).toBeDefined();
    await clock.advance(LEASE_MS / 3);
    await eventually('it is noticed', () => cutOff.length > 0);
    expect(cutOff).toEqual([ID]);
    expect(tables.find(ID)).toBe('table_not_here');

    await runOut();
    await clock.advance(LEASE_MS / 3);
    await tables.look();
    expect(here().connectedPlayers).toBe(0);
    expect(await lease()).toMatchObject({ owner: tables.owner, holds: true });
  });

  it('is free at once when the studio stops', async () => {
    await tables.beforeApplicationShutdown();
    expect(await lease()).toMatchObject({ owner: null });
  });
});

describe('a table whose connection is lost', () => {
  it('comes back at once, with those who sat there but not with those who left meanwhile', async () => {
    const players = await openPlayers(database.pool, [0, 0]);
    const [stays, leaves] = players.map(({ id }) => id) as [string, string];
    for (const playerId of [stays, leaves]) await here().join(playerId, `${playerId}’s`);
    const former = here();
    const { epoch } = await lease();
    await loseConnections();
    await eventually('it has stopped', () => tables.find(ID) !== former);
    tables.leave(ID, leaves, `${leaves}’s`);
    await eventually('it is back', async () => {
      await tables.look();
      return typeof tables.find(ID) !== 'string';
    });
    expect(here().seats.map(({ playerId, connections }) => [playerId, [...connections]])).toEqual([
      [stays, [`${stays}’s`]],
    ]);
    expect(BigInt((await lease()).epoch)).toBeGreaterThan(BigInt(epoch));
    expect(cutOff).toEqual([]);
  });
});
