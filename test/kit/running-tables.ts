/** The service of the tables, in this process on a real Postgres, by the clock of the test. */
import { PinoLogger } from 'nestjs-pino';
import { Server } from 'socket.io';
import { type Config, readConfig } from '../../src/config.js';
import { SeenTables } from '../../src/edge/seen-tables.service.js';
import { systemClock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import { Streams } from '../../src/platform/streams.service.js';
import type { TableMessage } from '../../src/protocol/table.js';
import type { Audience } from '../../src/round/audience.js';
import { Broadcast } from '../../src/table/broadcast.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import type { OpenStore, TableStores } from '../../src/table/store.js';
import type { Table } from '../../src/table/table.js';
import { Tables } from '../../src/table/tables.service.js';
import type { TestDatabase } from './database.js';
import { UNTRACED } from './untraced.js';
import { ManualClock } from './manual-clock.js';

const NOTHING = () => undefined;

const LOGGER = new PinoLogger({ pinoHttp: { level: 'silent' } });

/** What goes to those who are connected to this process. */
class Heard extends Broadcast {
  /** The numbers of the messages that the pit was sent, in their order. */
  readonly numbers: number[] = [];
  readonly cut: string[] = [];

  constructor() {
    super(new Server(), { on: NOTHING, post: () => Promise.resolve(false) });
  }

  override toTable(audience: Audience, { seq }: TableMessage): void {
    if (audience === 'pit') this.numbers.push(seq);
  }

  override cutOff(table: string): void {
    this.cut.push(table);
  }
}

/** Stores of which each table waits for the test before it reads its log. */
export class SlowReplay extends PostgresStores {
  isReplaying = false;
  /** Whether the log cannot be read then. */
  fails = false;
  #readOn: () => void = NOTHING;
  readonly #mayRead = new Promise<void>((resolve) => (this.#readOn = resolve));

  readOn(): void {
    this.#readOn();
  }

  override async open(...args: Parameters<PostgresStores['open']>): Promise<OpenStore> {
    const opened = await super.open(...args);
    const { store } = opened;
    const read = store.replay.bind(store);
    store.replay = async (...asked) => {
      this.isReplaying = true;
      await this.#mayRead;
      if (this.fails) throw new Error('a fault');
      return read(...asked);
    };
    return opened;
  }
}

type MakeStores = (...args: ConstructorParameters<typeof PostgresStores>) => PostgresStores;

export class RunningTables {
  readonly clock = new ManualClock();
  readonly service: Tables;
  /** The tables that other processes run, as this one follows them, mostly without Redis. */
  readonly seen: SeenTables;
  readonly streams: Streams;
  /** It looks at nothing by itself before the test starts it. */
  readonly poller = new Poller(this.clock, new Metrics(), LOGGER);
  readonly #heard = new Heard();

  private constructor(
    readonly config: Config,
    database: TestDatabase,
    stores: TableStores,
  ) {
    const ports = {
      clock: this.clock,
      publisher: this.#heard,
      payer: { begin: NOTHING, correct: NOTHING },
      acceptor: { begin: () => NOTHING },
      follower: { isCutOff: false, take: NOTHING },
    };
    this.service = new Tables(config, stores, ports, new Metrics(), LOGGER);
    this.streams = new Streams(config, new Metrics(), LOGGER);
    const { streams } = this;
    this.seen = new SeenTables(
      { isEdge: true, reads: database.pool, streams, timelines: { database: 'of the test' } },
      this.service,
      this.#heard,
      this.poller,
      LOGGER,
    );
  }

  /** The numbers of the messages that the pit was sent here, in their order. */
  get heard(): readonly number[] {
    return this.#heard.numbers;
  }

  /** Tables whose connections were broken, in order. */
  get cutOff(): readonly string[] {
    return this.#heard.cut;
  }

  /** It takes no table yet. */
  static create(
    database: TestDatabase,
    leaseMs: number,
    makeStores: MakeStores = (...args) => new PostgresStores(...args),
    env: Readonly<Record<string, string>> = {},
  ): RunningTables {
    const config = readConfig({
      SABOT_DEMO: '1',
      DATABASE_URL: database.url,
      QUEUE_BACKEND: 'postgres',
      TABLE_LEASE_MS: String(leaseMs),
      ...env,
    });
    return new RunningTables(
      config,
      database,
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
