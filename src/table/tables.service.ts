/** The tables that this process runs: it takes every lease that is free, and brings a table back from its log when it stopped. */
import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { ImpossibleState } from '../money/assert.js';
import { POOL, connectionOptions } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import type { TableSettings } from '../round/settings.js';
import { Broadcast } from './broadcast.js';
import { monotonicClock } from './clock.js';
import { type Lease, releaseLease, renewLease, takeLease } from './lease.js';
import { type Payer, Table } from './table.js';

interface Owned {
  readonly lease: Lease;
  readonly client: pg.Client;
  readonly table: Table;
}

/** Where a table was when it stopped: who sat there, and what had been told. */
interface Left {
  readonly table: Table;
  readonly error: unknown;
}

@Injectable()
export class Tables implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Another one after every start: a lease is never taken for one's own by mistake. */
  readonly owner = randomUUID();
  readonly #clock = monotonicClock();
  readonly #owned = new Map<string, Owned>();
  readonly #left = new Map<string, Left>();
  #known: ReadonlyMap<string, TableSettings> = new Map();
  #payer: Payer | undefined;
  #rounds: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #closing = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly broadcast: Broadcast,
    private readonly metrics: Metrics,
    @InjectPinoLogger('tables') private readonly logger: PinoLogger,
  ) {}

  /** Who pays rounds. Given before the tables are taken. */
  payWith(payer: Payer): void {
    this.#payer = payer;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.look();
    this.#rounds = setInterval(() => void this.look(), this.config.table.leaseMs / 3);
  }

  /** Before the pool is closed: tables finish what is under way and free their leases. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#rounds);
    await this.#looking;
    for (const { table, lease, client } of this.#owned.values()) {
      await table.stop();
      await releaseLease(this.pool, lease).catch(() => undefined);
      await client.end().catch(() => undefined);
    }
  }

  get nowMs(): number {
    return this.#clock.nowMs();
  }

  /** The table, where this process runs it. */
  find(id: string): Table | 'unknown_table' | 'table_not_here' {
    const owned = this.#owned.get(id);
    if (owned !== undefined) return owned.table;
    return this.#known.has(id) ? 'table_not_here' : 'unknown_table';
  }

  /** One connection of the player has left the table, wherever the table is on its way to. */
  leave(id: string, playerId: string): void {
    (this.#owned.get(id)?.table ?? this.#left.get(id)?.table)?.leave(playerId);
  }

  /** Every table of the studio, wherever it runs. */
  get known(): readonly { readonly id: string; readonly settings: TableSettings }[] {
    return [...this.#known].map(([id, settings]) => ({ id, settings }));
  }

  /** The tables that this process runs. */
  get here(): readonly Table[] {
    return [...this.#owned.values()].map(({ table }) => table);
  }

  /** One round of looking after the tables: renews the leases held, takes those that are free. Rounds never overlap. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  async #look(): Promise<void> {
    if (this.#closing) return;
    try {
      const { rows } = await this.pool.query<{ id: string; settings: TableSettings }>(
        'select id, settings from tables order by id',
      );
      this.#known = new Map(rows.map(({ id, settings }) => [id, settings]));
    } catch (error) {
      this.logger.warn({ err: error }, 'the database does not answer');
      return;
    }
    for (const [id, settings] of this.#known) {
      try {
        await (this.#owned.has(id) ? this.#renew(id) : this.#take(id, settings));
      } catch (error) {
        this.logger.error({ err: error, table: id }, 'the table could not be looked after');
      }
    }
  }

  async #renew(id: string): Promise<void> {
    const { lease, table } = this.#owned.get(id)!;
    if (await renewLease(this.pool, lease, this.config.table.leaseMs)) return;
    this.logger.warn({ table: id }, 'the lease went to another process');
    await table.stop();
    this.#drop(id);
  }

  async #take(id: string, settings: TableSettings): Promise<void> {
    const { database, table: options } = this.config;
    const lease = await takeLease(this.pool, id, this.owner, options.leaseMs);
    if (lease === undefined) return;
    const client = new pg.Client({ ...connectionOptions(database), pipeline: true });
    client.on('error', (error) => {
      const owned = this.#owned.get(id);
      if (owned?.client === client) this.#fault(id, owned.table, error);
    });
    try {
      await client.connect();
      const left = this.#left.get(id);
      const table = await Table.open(
        {
          lease,
          client,
          pool: this.pool,
          clock: this.#clock,
          publisher: this.broadcast,
          payer: this.#payer ?? { begin: () => undefined },
          options,
        },
        settings,
        left?.table,
      );
      this.#owned.set(id, { lease, client, table });
      this.metrics.tablesOpen.inc();
      this.#left.delete(id);
      table.start((error) => this.#fault(id, table, error));
      if (left?.error instanceof ImpossibleState) {
        await table.perform({ kind: 'suspend', reason: 'impossible_state', by: 'studio' });
      }
      await adoptSettings(table, settings);
      this.logger.info({ table: id, epoch: lease.epoch.toString() }, 'the table is ours');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Nothing is guessed: the table stops, and comes back from its log. */
  #fault(id: string, table: Table, error: unknown): void {
    if (this.#owned.get(id)?.table !== table || this.#left.has(id)) return;
    this.logger.error({ err: error, table: id }, 'the table stopped and comes back from its log');
    this.metrics.tableFaults.inc();
    this.#left.set(id, { table, error });
    // What is on its way to the database comes back first: it is told once, by the table as it was.
    void table.stop().then(() => {
      this.#drop(id);
      if (!this.#closing) void this.look();
    });
  }

  #drop(id: string): void {
    this.metrics.tablesOpen.dec();
    void this.#owned
      .get(id)
      ?.client.end()
      .catch(() => undefined);
    this.#owned.delete(id);
  }
}

/** Settings that were changed in the table's row while it was not running hold from the next round. */
const adoptSettings = async (table: Table, settings: TableSettings): Promise<void> => {
  const { state } = table;
  const current = JSON.stringify(sorted(state.nextSettings ?? state.settings));
  if (state.seq > 0 && current !== JSON.stringify(sorted(settings))) {
    await table.perform({ kind: 'change_settings', settings });
  }
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};
