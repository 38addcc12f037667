/** The service of the tables, in this process on a real Postgres, by the clock of the test. */
import { PinoLogger } from 'nestjs-pino';
import { type Config, readConfig } from '../../src/config.js';
import { systemClock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import type { TableStores } from '../../src/table/store.js';
import type { Table } from '../../src/table/table.js';
import { Tables } from '../../src/table/tables.service.js';
import type { TestDatabase } from './database.js';
import { UNTRACED } from './untraced.js';
import { ManualClock } from './manual-clock.js';

const NOTHING = () => undefined;

type MakeStores = (...args: ConstructorParameters<typeof PostgresStores>) => PostgresStores;

export class RunningTables {
  readonly clock = new ManualClock();
  /** Tables whose connections were broken, in order. */
  readonly cutOff: string[] = [];
  readonly service: Tables;

  private constructor(config: Config, stores: TableStores) {
    const publisher = {
      toTable: NOTHING,
      toPlayers: NOTHING,
      toPlayer: NOTHING,
      correctionToPlayer: NOTHING,
      cutOff: (table: string) => void this.cutOff.push(table),
    };
    const ports = {
      clock: this.clock,
      publisher,
      payer: { begin: NOTHING, correct: NOTHING },
      acceptor: { begin: () => NOTHING },
      follower: { take: NOTHING },
    };
    const logger = new PinoLogger({ pinoHttp: { level: 'silent' } });
    this.service = new Tables(config, stores, ports, new Metrics(), logger);
  }

  /** It takes no table yet. */
  static create(
    database: TestDatabase,
    leaseMs: number,
    makeStores: MakeStores = (...args) => new PostgresStores(...args),
  ): RunningTables {
    const config = readConfig({
      SABOT_DEMO: '1',
      DATABASE_URL: database.url,
      QUEUE_BACKEND: 'postgres',
      TABLE_LEASE_MS: String(leaseMs),
    });
    return new RunningTables(
      config,
      makeStores(config, database.pool, systemClock(), new Metrics(), UNTRACED),
    );
  }

  /** Takes every table of the database that is free. */
  static async start(database: TestDatabase, leaseMs: number): Promise<RunningTables> {
    const running = RunningTables.create(database, leaseMs);
    await running.service.onApplicationBootstrap();
    return running;
  }

  stop(): Promise<void> {
    return this.service.beforeApplicationShutdown();
  }

  /** The table, which runs here. */
  here(id: string): Table {
    const table = this.service.find(id);
    if (typeof table === 'string') throw new Error(`${id}: ${table}`);
    return table;
  }
}
