import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EdgeTableCopy } from '../../src/edge/table-copy.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { releaseLease, takeLease } from '../../src/table/lease.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import type { OpenStore } from '../../src/table/store.js';
import type { Table } from '../../src/table/table.js';
import type { Tables } from '../../src/table/tables.service.js';
import { SeatReads } from '../../src/table/seat-reads.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import type { ManualClock } from '../kit/manual-clock.js';
import { RunningTables, SlowReplay } from '../kit/running-tables.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

const LEASE_MS = 60_000;
const ID = 'pb-1';

let database: TestDatabase;
let running: RunningTables;
let clock: ManualClock;
let tables: Tables;
let cutOff: readonly string[];

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
    expect(tables.find(ID)).toBe('table_is_moving');

    await runOut();
    await clock.advance(LEASE_MS / 3);
    await tables.look();
    expect(here().published.connections.size).toBe(0);
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
    // The pool may hand out a lost connection once more; the next try is a pause away.
    await eventually('it is back', async () => {
      await clock.advance(100);
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

describe('a database that does not answer', () => {
  /** It answers as the test says. */
  class SilentStores extends PostgresStores {
    static looks = 0;
    static isSilent = false;

    override known(): ReturnType<PostgresStores['known']> {
      SilentStores.looks += 1;
      return SilentStores.isSilent ? Promise.reject(new Error('no answer')) : super.known();
    }

    override renewLeases(
      ...args: Parameters<PostgresStores['renewLeases']>
    ): ReturnType<PostgresStores['renewLeases']> {
      if (SilentStores.isSilent) return Promise.reject(new Error('no answer'));
      return super.renewLeases(...args);
    }
  }

  beforeEach(async () => {
    await running.stop();
    SilentStores.isSilent = false;
    running = RunningTables.create(database, LEASE_MS, (...args) => new SilentStores(...args));
    ({ clock, cutOff, service: tables } = running);
    await tables.onApplicationBootstrap();
  });

  it('is asked again soon, and ever later up to a round', async () => {
    SilentStores.isSilent = true;
    await tables.look();
    const looksWithin = async (ms: number): Promise<number> => {
      const before = SilentStores.looks;
      await clock.advance(ms);
      return SilentStores.looks - before;
    };
    expect(await looksWithin(49)).toBe(0);
    expect(await looksWithin(1)).toBe(1);
    expect(await looksWithin(100)).toBe(1);
    expect(await looksWithin(200 + 400)).toBe(2);
    await looksWithin(10 * LEASE_MS);
    expect(await looksWithin(LEASE_MS)).toBe(3);
  });

  it('leaves no table here for longer than its lease', async () => {
    const table = here();
    SilentStores.isSilent = true;
    await clock.advance(LEASE_MS - 1);
    expect(tables.find(ID)).toBe(table);
    await clock.advance(1);
    expect(tables.find(ID)).toBe('table_is_moving');
    SilentStores.isSilent = false;
    await clock.advance(LEASE_MS / 3);
    await eventually('it is known to be ours', () => tables.find(ID) === table);
    expect(cutOff).toEqual([]);
  });
});

describe('a table of a process that has ended', () => {
  it('is taken as soon as its lease has run out', async () => {
    const leftMs = 1_000;
    await runOut();
    const other = (await takeLease(database.pool, ID, randomUUID(), leftMs))!;
    await clock.advance(LEASE_MS / 3);
    await eventually('it is noticed', () => cutOff.length > 0);
    await tables.look();
    await database.moveTimeTo(leftMs);
    await clock.advance(leftMs + 1);
    await eventually('it is taken', () => typeof tables.find(ID) !== 'string');
    expect(BigInt((await lease()).epoch)).toBeGreaterThan(other.epoch);
    await database.moveTimeTo(0);
  });
});

describe('a table that takes long to open', () => {
  let isOpening = false;
  let letGo: () => void = () => undefined;

  let renewals = 0;

  /** Its connection takes as long as the test says. */
  class SlowStores extends PostgresStores {
    readonly gate = new Promise<void>((resolve) => (letGo = resolve));

    override async open(...args: Parameters<PostgresStores['open']>): Promise<OpenStore> {
      isOpening = true;
      await this.gate;
      return super.open(...args);
    }

    override async renewLeases(...args: Parameters<PostgresStores['renewLeases']>) {
      const renewed = await super.renewLeases(...args);
      renewals += 1;
      return renewed;
    }
  }

  const openSlowly = async () => {
    isOpening = false;
    await running.stop();
    running = RunningTables.create(database, LEASE_MS, (...args) => new SlowStores(...args));
    ({ clock, cutOff, service: tables } = running);
    const starting = tables.onApplicationBootstrap();
    await eventually('it is being opened', () => isOpening);
    await runOut();
    return starting;
  };

  it('keeps its lease meanwhile', async () => {
    const starting = openSlowly();
    await eventually(
      'the lease is about to be lost',
      async () => isOpening && !(await lease()).holds,
    );
    await clock.advance(LEASE_MS / 3);
    await eventually('it is renewed', async () => (await lease()).holds);
    letGo();
    await starting;
    expect(here().state.table).toBe(ID);
  });

  it('is left to the one who took its lease all the same', async () => {
    const starting = openSlowly();
    await eventually('the lease is lost', async () => isOpening && !(await lease()).holds);
    const other = (await takeLease(database.pool, ID, randomUUID(), LEASE_MS))!;
    const before = renewals;
    await clock.advance(LEASE_MS / 3);
    await eventually('its loss is noticed', () => renewals > before);
    letGo();
    await starting;
    expect(tables.find(ID)).toBe('table_is_moving');
    expect(await lease()).toMatchObject({ owner: other.owner });
    await releaseLease(database.pool, other);
  });
});

describe('tables that are brought back together', () => {
  it('do not wait for one that takes long', async () => {
    const many = await createDatabase();
    const ids = ['pb-1', 'pb-2', 'pb-3', 'pb-4', 'pb-5', 'pb-6'];
    for (const id of ids) {
      await many.pool.query('insert into tables (id, settings) values ($1, $2)', [
        id,
        JSON.stringify(DEFAULT_SETTINGS),
      ]);
    }
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    class OneSlowStore extends PostgresStores {
      override async open(...args: Parameters<PostgresStores['open']>): Promise<OpenStore> {
        if (args[0].table === 'pb-1') await gate;
        return super.open(...args);
      }
    }
    const process = RunningTables.create(many, LEASE_MS, (...args) => new OneSlowStore(...args));
    const starting = process.service.onApplicationBootstrap();
    try {
      await eventually('all others run', () => process.service.here.length === ids.length - 1, {
        withinMs: 20_000,
      });
    } finally {
      letGo();
      await starting;
    }
    expect(process.service.here).toHaveLength(ids.length);
    await process.stop();
    await many.drop();
  });
});

describe('a table that cannot be opened', () => {
  /** Connections to it are refused as long as the test says. */
  class FailingStores extends PostgresStores {
    static tries = 0;
    static fails = true;

    override open(...args: Parameters<PostgresStores['open']>): Promise<OpenStore> {
      FailingStores.tries += 1;
      return FailingStores.fails ? Promise.reject(new Error('a fault')) : super.open(...args);
    }
  }

  it('is let go, tried again less and less often, and opened when it can be', async () => {
    await running.stop();
    running = RunningTables.create(database, LEASE_MS, (...args) => new FailingStores(...args));
    ({ clock, cutOff, service: tables } = running);
    await tables.onApplicationBootstrap();
    expect(FailingStores.tries).toBe(1);
    expect(await lease(), 'others may have it').toMatchObject({ owner: null });
    const triesWithin = async (ms: number, stepMs = 50) => {
      const before = FailingStores.tries;
      for (let passed = 0; passed < ms; passed += stepMs) {
        await clock.advance(stepMs);
        await tables.look();
      }
      return FailingStores.tries - before;
    };
    expect(await triesWithin(200)).toBe(0);
    expect(await triesWithin(50)).toBe(1);
    expect(await triesWithin(1_500)).toBe(2);
    expect(await triesWithin(60_000, 1_000)).toBeLessThanOrEqual(8);
    expect(await lease()).toMatchObject({ owner: null });
    FailingStores.fails = false;
    expect(await triesWithin(15_000, 1_000)).toBe(1);
    expect(here().state.table).toBe(ID);
    expect(await lease()).toMatchObject({ owner: tables.owner, holds: true });
  });
});

describe('a table whose own connection breaks while its log is read', () => {
  it('is not opened, and is tried again', async () => {
    await running.stop();
    let isLost = false;
    class LostStores extends PostgresStores {
      override async open(...[lease, onLost]: Parameters<PostgresStores['open']>) {
        const opened = await super.open(lease, (error) => {
          onLost(error);
          isLost = true;
        });
        const { store } = opened;
        const read = store.replay.bind(store);
        store.replay = async (...asked) => {
          const replayed = await read(...asked);
          if (isLost) return replayed;
          await asSuperuser(database, (superuser) =>
            superuser.query(
              `select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'sabot table' and datname = current_database()`,
            ),
          );
          await eventually('the loss is noticed', () => isLost);
          return replayed;
        };
        return opened;
      }
    }
    running = RunningTables.create(database, LEASE_MS, (...args) => new LostStores(...args));
    ({ clock, cutOff, service: tables } = running);
    await tables.onApplicationBootstrap();
    expect(isLost).toBe(true);
    expect(tables.here).toHaveLength(0);
    await clock.advance(1_000);
    await tables.look();
    expect(await here().perform({ kind: 'open_table', dealer: 'Dora' })).toMatchObject({
      ok: true,
    });
  });
});

describe('a table that was followed by nobody here and is being opened', () => {
  const NOTHING = () => undefined;
  const publisher = {
    toTable: NOTHING,
    toPlayers: NOTHING,
    toPlayer: NOTHING,
    correctionToPlayer: NOTHING,
    cutOff: NOTHING,
  };
  const copyOf = (): Promise<EdgeTableCopy | undefined> =>
    EdgeTableCopy.open(
      {
        reads: database.pool,
        seats: new SeatReads(database.pool),
        ...{ publisher, players: () => [], publications: tables.publications },
      },
      { table: ID, settings: DEFAULT_SETTINGS, timeline: 0 },
    );

  it('has no copy beside it that would publish everything again', async () => {
    await running.stop();
    let stores!: SlowReplay;
    running = RunningTables.create(
      database,
      LEASE_MS,
      (...args) => (stores = new SlowReplay(...args)),
    );
    ({ clock, cutOff, service: tables } = running);
    const starting = tables.onApplicationBootstrap();
    await eventually('its log is being read', () => stores.isReplaying);
    expect(await copyOf()).toBeUndefined();
    stores.fails = true;
    stores.readOn();
    await starting;
    expect(tables.find(ID)).toBe('table_is_moving');
    const copy = (await copyOf())!;
    expect(copy.goesOn(), 'a table that could not be opened is followed').toBe(true);
    stores.fails = false;
    await clock.advance(LEASE_MS);
    await eventually('it is opened', async () => {
      await tables.look();
      return tables.find(ID) !== 'table_is_moving';
    });
    expect(copy.goesOn()).toBe(false);
  });
});
