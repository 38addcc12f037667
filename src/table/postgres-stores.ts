/** The stores of the tables in Postgres: which connection each statement goes by. */
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { betPlacer } from '../ledger/place-bets.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { endOfTurn } from '../platform/group-read.js';
import { PUBLIC_POOL, connectionOptions, createPool } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { Tracing } from '../platform/tracing.service.js';
import { type StoredSettings, type TableSettings, readSettings } from '../round/settings.js';
import { readBettingRound } from './group-commit.js';
import {
  type HeldElsewhere,
  type Lease,
  type Renewal,
  leasedToOthers,
  releaseLease,
  renewLeases,
  takeLease,
} from './lease.js';
import { LeaseMargins } from './lease-margins.js';
import { append, keepCheckpoint, replay, reserveGame, unknownEventsOf } from './log.js';
import { type Measures, measured } from './measured-store.js';
import { readBalances, readCorrections, readVoidStakes } from './own-messages.js';
import { betsOfRound, findBet } from './placed-bets.js';
import { readSeats } from './seat.js';
import type { OpenStore, SeatStore, TableStore, TableStores } from './store.js';

const OWN_POOL = 4;
/** Seats are read in groups, one group of a table at a time. */
const SEATS_POOL = 2;

type Reads = Pick<pg.Pool, 'query'>;

/**
 * Seats, on a pool that keeps no lease waiting, and by `asked` what each player asks to be looked
 * up.
 */
export const postgresSeats = (reads: Reads, asked: Reads = reads): SeatStore => ({
  readSeats: async (table, playerIds, game) => {
    const seats = await readSeats(
      reads,
      playerIds.map((player) => ({ player, table, game })),
    );
    return new Map(
      playerIds.flatMap((id, index) => {
        const seat = seats[index];
        return seat === undefined ? [] : [[id, seat] as const];
      }),
    );
  },
  betsOfRound: (game) => betsOfRound(reads, game),
  findBet: (playerId, betId) => findBet(asked, playerId, betId),
  othersAsked: endOfTurn,
});

/**
 * One table's store. `client` is a connection of its own, whose statements run in the order they
 * are sent; `pool` is for what the table itself must read.
 */
export const postgresStore = (client: pg.ClientBase, pool: Reads, lease: Lease): TableStore => {
  const placeBets = betPlacer(client);
  return {
    append: (events, after, alongside) => append(client, lease, events, after, alongside),
    placeBets: (round, atMs, commits) => placeBets({ ...lease, ...round, atMs }, commits),
    keepCheckpoint: (state) => keepCheckpoint(client, lease, state),
    replay: (settings, knownSeq) => replay(pool, lease.table, settings, knownSeq),
    bettingRound: (game) => readBettingRound(pool, game),
    reserveGame: () => reserveGame(pool),
    balances: (accountIds) => readBalances(pool, accountIds),
    voidStakes: (game) => readVoidStakes(pool, game),
    corrections: (game, correction) => readCorrections(pool, game, correction),
  };
};

@Injectable()
export class PostgresStores implements TableStores {
  readonly seats: SeatStore;
  /**
   * The tables' own connections, so that what players ask for never keeps a table, or its lease,
   * waiting.
   */
  readonly #pool: pg.Pool;
  /** One connection, for the renewal of the leases and nothing else. */
  readonly #renewing: pg.Pool;
  readonly #seatsPool: pg.Pool;
  readonly #margins: LeaseMargins;
  /** A database that is no demo's never becomes one once others have used it. */
  #isOurs = false;
  readonly #measures: Measures;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'database' | 'demo'>,
    @Inject(PUBLIC_POOL) asked: pg.Pool,
    @Inject(CLOCK) clock: Clock,
    metrics: Metrics,
    @Inject(Tracing) tracing: Pick<Tracing, 'span'>,
  ) {
    this.#measures = { metrics, tracing, clock };
    this.#pool = createPool(config.database, 'tables', OWN_POOL);
    this.#renewing = createPool(config.database, 'tables', 1);
    this.#seatsPool = createPool(config.database, 'tables', SEATS_POOL);
    this.seats = postgresSeats(this.#seatsPool, asked);
    this.#margins = new LeaseMargins(metrics, clock);
  }

  async known(): Promise<ReadonlyMap<string, TableSettings>> {
    const { rows } = await this.#pool.query<{ id: string; settings: StoredSettings }>(
      'select id, settings from tables order by id',
    );
    return new Map(rows.map(({ id, settings }) => [id, readSettings(settings)]));
  }

  async settingsOf(table: string): Promise<TableSettings | undefined> {
    const { rows } = await this.#pool.query<{ settings: StoredSettings }>(
      'select settings from tables where id = $1',
      [table],
    );
    return rows[0] && readSettings(rows[0].settings);
  }

  unknownEventsOf(table: string): Promise<readonly string[]> {
    return unknownEventsOf(this.#pool, table);
  }

  leasedToOthers(owner: string): Promise<ReadonlyMap<string, HeldElsewhere>> {
    return leasedToOthers(this.#pool, owner);
  }

  /** A studio that waited for its database takes nothing in one that turns out to be a demo's. */
  async takeLease(table: string, owner: string, ttlMs: number): Promise<Lease | undefined> {
    this.#isOurs ||= this.config.demo !== undefined || !(await isDemoDatabase(this.#pool));
    if (!this.#isOurs) return undefined;
    const lease = await takeLease(this.#pool, table, owner, ttlMs);
    if (lease !== undefined) this.#margins.taken(lease);
    return lease;
  }

  async renewLeases(
    leases: readonly Lease[],
    ttlMs: number,
    hear?: (databaseMs: number) => void,
  ): Promise<ReadonlyMap<string, Renewal>> {
    const renewals = await renewLeases(this.#renewing, leases, ttlMs, hear);
    this.#margins.renewed(renewals, ttlMs);
    return renewals;
  }

  releaseLease(lease: Lease, next?: string): Promise<void> {
    return releaseLease(this.#pool, lease, next);
  }

  async open(lease: Lease, onLost: (error: unknown) => void): Promise<OpenStore> {
    const client = new pg.Client(connectionOptions(this.config.database, 'table'));
    client.on('error', onLost);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return {
      store: measured(postgresStore(client, this.#pool, lease), this.#measures),
      close: () => client.end().catch(() => undefined),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#renewing.end(), this.#seatsPool.end()]);
  }
}

const isDemoDatabase = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('select from demo_mark');
  return rowCount !== 0;
};
