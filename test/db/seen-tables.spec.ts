/** A table that goes from process to process, as those who are connected to one of them hear it. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Beats } from '../../src/edge/beats.service.js';
import { Lobby } from '../../src/lobby/lobby.service.js';
import { WebhookPages } from '../../src/operator/webhook-pages.service.js';
import { handOver } from '../../src/platform/timelines.service.js';
import { SeatCommands } from '../../src/player/seat.commands.js';
import { STATE_VERSION } from '../../src/round/past-events.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { takeLease } from '../../src/table/lease.js';
import type { Broadcast } from '../../src/table/broadcast.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTables, SlowReplay } from '../kit/running-tables.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { writeEvent } from '../kit/written-log.js';

const LEASE_MS = 60_000;
const ID = 'pb-1';
/** Without Redis, by the clock of the process. */
const LOOKED_AT_EVERY_MS = 200;
const REDIS_URL = process.env['TEST_REDIS_URL'];
const NOTHING = () => undefined;

let database: TestDatabase;
/** Runs the table at first. */
let first: RunningTables;
/** Follows it. */
let second: RunningTables;

beforeEach(async () => {
  database = await createDatabase();
  await database.pool.query('insert into tables (id, settings) values ($1, $2)', [
    ID,
    JSON.stringify(DEFAULT_SETTINGS),
  ]);
  first = await RunningTables.start(database, LEASE_MS);
  await first.here(ID).perform({ kind: 'open_table', dealer: 'Dora' });
});
afterEach(async () => {
  await first.stop();
  await second.stop();
  await database.drop();
});

const follows = async (...args: Parameters<typeof RunningTables.create>): Promise<void> => {
  second = RunningTables.create(...args);
  await second.service.onApplicationBootstrap();
  await second.seen.look();
  expect(second.seen.find(ID), 'it is followed').toMatchObject({ state: first.here(ID).state });
};

/** Something happens at the table. */
const happens = async (at: RunningTables): Promise<void> => {
  const table = at.here(ID);
  const reply = await table.perform(
    table.state.suspension === null
      ? { kind: 'suspend', reason: 'a test', by: 'Wolf' }
      : { kind: 'resume', by: 'Wolf' },
  );
  expect(reply.ok).toBe(true);
};

/** `from` gives its tables to the other, which takes them. */
const goes = async (from: RunningTables, to: RunningTables): Promise<void> => {
  const successors = { exist: () => true, next: () => to.service.owner };
  let isGone = false;
  const giving = from.service.giveAll(1_000, 'leaving', successors).then(() => (isGone = true));
  await eventually('it is given', async () => {
    await from.clock.advance(20);
    return isGone;
  });
  await giving;
  await eventually('it is taken', async () => {
    await to.service.look();
    return typeof to.service.find(ID) !== 'string';
  });
};

/** Each message once, in order, up to the last. */
const expectEachOnce = (heard: readonly number[], last: number): void => {
  const [from = last + 1] = heard;
  expect(heard).toEqual(Array.from({ length: last - from + 1 }, (_, index) => from + index));
};

describe('those at a process that follows a table', () => {
  it.runIf(REDIS_URL !== undefined)(
    'hear what its stream has lost with the second look after it, and not with the first',
    async () => {
      // The process that runs the table knows no Redis, and adds nothing to the stream.
      const redis = {
        ...{ QUEUE_BACKEND: 'redis', QUEUE_PREFIX: 'seen-tables' },
        REDIS_URL: REDIS_URL!,
      };
      await follows(database, LEASE_MS, undefined, redis);
      await eventually('the streams are read', () => !second.streams.isAway);
      await second.seen.look();
      const before = second.seen.find(ID);
      await happens(first);
      await second.seen.look();
      expect(second.seen.find(ID)).toMatchObject({ state: { seq: first.here(ID).state.seq - 1 } });
      await second.seen.look();
      expect(second.seen.find(ID)).toBe(before);
      expectEachOnce(second.heard, first.here(ID).state.seq);
      second.streams.onApplicationShutdown();
    },
  );

  it('are sent no beats where it would not be known that something has happened', async () => {
    await follows(database, LEASE_MS);
    const { seen, clock } = second;
    let beats = 0;
    const beating = new Beats(clock, seen, {
      wasSent: () => false,
      beat: () => (beats += 1),
    } as unknown as Broadcast);
    beating.onApplicationBootstrap();
    const beatsWithin = async (ms: number): Promise<number> => {
      const before = beats;
      for (let passed = 0; passed < ms; passed += LOOKED_AT_EVERY_MS) {
        await clock.advance(LOOKED_AT_EVERY_MS);
      }
      return beats - before;
    };
    expect(await beatsWithin(2_000)).toBe(2);
    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table table_leases in access exclusive mode');
    const look = seen.look();
    await beatsWithin(3_000);
    expect(await beatsWithin(10_000)).toBe(0);
    await blocker.query('rollback');
    blocker.release();
    await look;
    await seen.look();
    expect(await beatsWithin(2_000)).toBeGreaterThan(0);
    beating.beforeApplicationShutdown();
  });

  it('hear each event once, also where the table ran there for a moment', async () => {
    await follows(database, LEASE_MS);
    await happens(first);
    await second.seen.look();
    await goes(first, second);
    await happens(second);
    await goes(second, first);
    await happens(first);
    await second.seen.look();
    await second.seen.look();
    expectEachOnce(second.heard, first.here(ID).state.seq);
    expect(second.heard).toHaveLength(3);
    expect(second.seen.find(ID)).toMatchObject({ state: first.here(ID).state });
  });

  it('hear each event once where the lease was lost while the table was being opened', async () => {
    let stores!: SlowReplay;
    let renewals = 0;
    class WatchedRenewals extends SlowReplay {
      override async renewLeases(...args: Parameters<PostgresStores['renewLeases']>) {
        const renewed = await super.renewLeases(...args);
        renewals += 1;
        return renewed;
      }
    }
    await follows(database, LEASE_MS, (...args) => (stores = new WatchedRenewals(...args)));
    await happens(first);
    const last = first.here(ID).state.seq;
    await first.stop();
    const opening = second.service.look();
    await eventually('its log is being read', () => stores.isReplaying);
    await database.pool.query(
      `update table_leases set expires_at = now() - interval '1 s' where table_id = $1`,
      [ID],
    );
    expect(await takeLease(database.pool, ID, randomUUID(), LEASE_MS)).toBeDefined();
    await second.clock.advance(LEASE_MS / 3);
    await eventually('the loss is noticed', () => renewals > 0);
    stores.readOn();
    await opening;
    expect(second.service.find(ID)).toBe('table_is_moving');
    await second.seen.look();
    await second.seen.look();
    expect(second.heard).toEqual([last]);
    expect(second.seen.find(ID)).toMatchObject({ state: { seq: last } });
  });
});

describe('a process that runs no table', () => {
  it('knows the database’s time of day, however wrong its own clock is', async () => {
    await follows(database, LEASE_MS);
    const aheadMs = 40_000;
    await second.clock.advance(aheadMs);
    for (let looks = 0; looks < 2; looks += 1) await second.seen.look();
    const { rows } = await database.pool.query<{ ms: string }>(
      'select extract(epoch from studio_clock()) * 1000 as ms',
    );
    expect(Math.abs(second.service.studioMs - Number(rows[0]!.ms))).toBeLessThan(5_000);
    expect(second.service.clockSkewMs, 'it is said').toBeLessThan(5_000 - aheadMs);
  });
});

describe('a connection that joins again while the table moves', () => {
  it('sits there as before, and one that had not sat there does not', async () => {
    let readOn: () => void = NOTHING;
    const isRead = new Promise<void>((resolve) => (readOn = resolve));
    let reads = 0;
    class SlowSeats extends PostgresStores {
      constructor(...args: ConstructorParameters<typeof PostgresStores>) {
        super(...args);
        const read = this.seats.readSeats.bind(this.seats);
        this.seats.readSeats = async (...asked) => {
          reads += 1;
          if (reads > 1) await isRead;
          return read(...asked);
        };
      }
    }
    await follows(database, LEASE_MS, (...args) => new SlowSeats(...args));
    await goes(first, second);
    const [player] = await openPlayers(database.pool, [0]);
    const { handlers } = new SeatCommands(second.seen, database.pool);
    const connection = (id: string) =>
      ({ id, connected: true, data: {}, join: NOTHING }) as unknown as Socket;
    const [sits, comes] = [connection('a'), connection('b')];
    const caller = { id: player!.id };
    type Asker = Parameters<(typeof handlers)['table:join']>[1];
    const join = (socket: Socket) =>
      handlers['table:join']({ table: ID }, { socket, caller } as Asker);
    expect(await join(sits)).toMatchObject({ ok: true });
    const both = Promise.all([join(sits), join(comes)]);
    await eventually('the seat is being read', () => reads > 1);
    await goes(second, first);
    readOn();
    const isMoving = { ok: false, refusal: 'table_is_moving' };
    expect(await both).toEqual([isMoving, isMoving]);
    await goes(first, second);
    expect(second.here(ID).seats).toMatchObject([{ playerId: caller.id, connections: ['a'] }]);
  });
});

describe('a database that was restored', () => {
  /** As a restore does: what came after `seq` is lost, and Postgres is in another timeline. */
  const isRestored = async (seq: number): Promise<void> => {
    await asSuperuser(database, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query('delete from table_events where seq > $1', [seq]);
      await client.query(
        `create or replace function postgres_timeline() returns bigint language sql volatile
           as $$ select 2::bigint $$`,
      );
    });
    expect(await handOver(database.pool)).toBe(1);
  };

  it('has its table followed also where that had run before', async () => {
    await follows(database, LEASE_MS);
    const { seq } = first.here(ID).state;
    for (let each = 0; each < 6; each += 1) await happens(first);
    await isRestored(seq);
    await second.service.look();
    expect(second.here(ID).state.suspension).toMatchObject({ reason: 'database_restored' });
    await first.clock.advance(LEASE_MS / 3);
    await eventually('the loss is noticed', () => first.cutOff.length > 0);
    await first.seen.look();
    const followed = { timeline: 1, state: second.here(ID).state };
    expect(first.seen.find(ID)).toMatchObject(followed);
    await happens(second);
    await first.seen.look();
    expect(first.heard.at(-1)).toBe(second.here(ID).state.seq);
  });

  it('has those cut off who had followed what is lost, before the table runs there', async () => {
    await follows(database, LEASE_MS);
    const { seq } = first.here(ID).state;
    for (let each = 0; each < 6; each += 1) await happens(first);
    await second.seen.look();
    await isRestored(seq);
    await first.stop();
    first = await RunningTables.start(database, LEASE_MS);
    await goes(first, second);
    expect(second.cutOff).toEqual([ID]);
    await happens(second);
    expect(second.heard.at(-1)).toBe(second.here(ID).state.seq);
  });
});

describe('a log that a later version has written to', () => {
  const isOfLater = () => writeEvent(database.pool, ID, 'bell_rung');

  it('leaves nobody with the table as it was before, at a process that cannot read it', async () => {
    await follows(database, LEASE_MS);
    await happens(first);
    await second.seen.look();
    const last = first.here(ID).state.seq;
    await isOfLater();
    for (let looks = 0; looks < 3; looks += 1) await second.seen.look();
    expect(second.heard.at(-1)).toBe(last);
    expect(second.cutOff, 'once').toEqual([ID]);
    expect(second.seen.find(ID)).toBe('table_is_moving');
  });

  it('does so too where the table had run there, and was not followed yet', async () => {
    await follows(database, LEASE_MS);
    await goes(first, second);
    await goes(second, first);
    await isOfLater();
    await second.seen.look();
    expect(second.cutOff).toEqual([ID]);
    expect(second.seen.find(ID)).toBe('table_is_moving');
  });
});

describe('a table that cannot be followed', () => {
  const OTHER = 'pb-2';
  const checkpoint = (sql: string, ...values: unknown[]) =>
    asSuperuser(database, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(sql, values);
    });

  it('holds up no other, and is looked at again', async () => {
    await database.pool.query('insert into tables (id, settings) values ($1, $2)', [
      OTHER,
      JSON.stringify(DEFAULT_SETTINGS),
    ]);
    await first.service.look();
    await first.here(OTHER).perform({ kind: 'open_table', dealer: 'Dora' });
    await checkpoint(
      `insert into table_checkpoints (table_id, slot, seq, state)
       select table_id, 0, max(seq), $2 from table_events where table_id = $1 group by table_id`,
      OTHER,
      JSON.stringify({ version: STATE_VERSION + 1 }),
    );
    await follows(database, LEASE_MS);
    second.poller.onApplicationBootstrap();
    for (let looks = 0; looks < 4; looks += 1) await second.seen.look();
    expect(second.seen.find(OTHER)).toBe('table_is_moving');
    await happens(first);
    await second.clock.advance(LOOKED_AT_EVERY_MS);
    const { seq } = first.here(ID).state;
    await eventually('it is heard', () => second.heard.at(-1) === seq);

    await checkpoint('delete from table_checkpoints where table_id = $1', OTHER);
    await eventually('it is followed', async () => {
      await second.clock.advance(LOOKED_AT_EVERY_MS);
      return typeof second.seen.find(OTHER) !== 'string';
    });
    await second.poller.onModuleDestroy();
  });
});

describe('a table that is given to another process', () => {
  it('is not taken back before that has it', async () => {
    let letGo: () => void = NOTHING;
    const isReleased = new Promise<void>((resolve) => (letGo = resolve));
    let isReleasing = false;
    class SlowRelease extends PostgresStores {
      override async releaseLease(...args: Parameters<PostgresStores['releaseLease']>) {
        isReleasing = true;
        await isReleased;
        return super.releaseLease(...args);
      }
    }
    await follows(database, LEASE_MS, (...args) => new SlowRelease(...args));
    await goes(first, second);
    const giving = second.service.giveOne(1_000, 0, async () => first.service.owner);
    await eventually('it is being given', () => isReleasing);
    await second.service.look();
    letGo();
    await giving;
    await first.service.look();
    expect(first.service.find(ID)).toMatchObject({ state: { table: ID } });
  });
});

describe('the lobby of an operator', () => {
  it('is pushed no table before that is followed, and then as it is', async () => {
    await asSuperuser(database, (client) =>
      client.query(
        `insert into operators (id, mode, currencies) values ('acme', 'transfer', '{EUR}')`,
      ),
    );
    second = RunningTables.create(database, LEASE_MS);
    const parts = [second.seen, { at: () => 0 }, {}, { poll: NOTHING }] as never[];
    const lobby = new Lobby(...(parts as unknown as ConstructorParameters<typeof Lobby>));
    const config = { jwtKey: Buffer.alloc(32, 7), roles: new Set(['edge'] as const) };
    const pages = new WebhookPages(database.pool, config, lobby);
    const next = async (place: string) =>
      pages.next({ operator: 'acme', feed: 'lobby', url: '', place }, '0');
    await second.service.onApplicationBootstrap();
    expect(second.seen.known).toHaveLength(1);
    expect(await next('')).toBeUndefined();
    await second.seen.look();
    const page = await next('');
    expect(page?.body).toMatchObject({
      tables: [{ card: { table: ID, phase: 'shoe_change' } }],
      gone: [],
    });
  });
});
