/**
 * Postgres: connections in the application's role, each with the limits of what it was opened for.
 * Whatever becomes of a client, nothing that it holds in the database outlives these limits.
 */
import pg from 'pg';
import type { Config } from '../config.js';

/** Whoever gives up a wait does so this much later than the database, which then has ended it. */
const MARGIN_MS = 1_000;

interface Limits {
  /** A statement that takes longer is ended by the database. 0: never. */
  readonly statementMs: number;
  /** A statement that waits longer for one lock is ended by the database. 0: never. */
  readonly lockMs: number;
  /**
   * A transaction whose client asks nothing for longer is rolled back, and its connection closed: a
   * process that is frozen holds no lock. 0: never.
   */
  readonly idleInTransactionMs: number;
}

/** What connections are opened for. The name, after `sabot `, is the connection's in Postgres. */
export const LIMITS = {
  /** A table's own connection. A table may be away for as long as I11 says. */
  table: { statementMs: 3_000, lockMs: 2_000, idleInTransactionMs: 1_000 },
  /** Leases, bringing tables back, and seats. */
  tables: { statementMs: 3_000, lockMs: 1_000, idleInTransactionMs: 1_000 },
  /**
   * Payments, sessions, connections of players: what must be done whoever asks for what. A chunk
   * of a round is one statement for thousands of players, and has longer than what people wait for.
   */
  money: { statementMs: 30_000, lockMs: 4_000, idleInTransactionMs: 2_000 },
  /** Hands of solo games: many players' commands in a statement, and hands as they are opened. */
  hands: { statementMs: 3_000, lockMs: 1_000, idleInTransactionMs: 1_000 },
  /** The staff, and what the studio looks at again and again. */
  studio: { statementMs: 9_000, lockMs: 4_000, idleInTransactionMs: 2_000 },
  /** What anybody asks to be read: the history, reports, the chat, credit. Only these ever wait. */
  public: { statementMs: 9_000, lockMs: 4_000, idleInTransactionMs: 2_000 },
  /** The thread that makes reports, and reads a moment's rows for as long as that takes. */
  reports: { statementMs: 9_000, lockMs: 1_000, idleInTransactionMs: 9_000 },
  /** How the database is, for whoever asks how the process is. */
  health: { statementMs: 2_000, lockMs: 1_000, idleInTransactionMs: 1_000 },
  /** Notices of what other processes commit. */
  notices: { statementMs: 4_000, lockMs: 1_000, idleInTransactionMs: 1_000 },
  /** BullMQ's own, where it keeps its jobs in Postgres. */
  queue: { statementMs: 30_000, lockMs: 30_000, idleInTransactionMs: 5_000 },
  /** A program at the console, which may read the whole database in one transaction. */
  console: { statementMs: 0, lockMs: 10_000, idleInTransactionMs: 0 },
} as const satisfies Readonly<Record<string, Limits>>;

export type Purpose = keyof typeof LIMITS;

/**
 * Their statements find rows by an index, and never read a table from its beginning: while a studio
 * is new and Postgres has not counted its rows, that looks cheaper. Postgres before 18 would take
 * such a plan for so dear that it compiles it.
 */
const LOOK_UP: ReadonlySet<Purpose> = new Set(['table', 'tables', 'money', 'hands']);
const LOOK_UP_SETTINGS = { enable_seqscan: 'off', jit: 'off' };

/**
 * Their statements are the same all day, of a few rows each. So each is planned once a connection,
 * since planning one anew takes longer than carrying it out. What is sent for the money is of one
 * player or of thousands, and planned for as many as it is.
 */
const PLANNED_ONCE: ReadonlySet<Purpose> = new Set(['table', 'tables', 'hands']);

/** How long a client waits for a connection. */
const CONNECT_WITHIN_MS = 3_000;
/** A client that has disappeared without a word is noticed within about five seconds. */
const SILENCE_MS = 5_000;
const PROBE_AFTER_S = 2;
const PROBES = 3;
/**
 * An idle connection is kept over the rounds of a quiet table: a new one would plan each statement
 * anew, just when a round is paid.
 */
const IDLE_MS = 5 * 60_000;
/** How soon the database ends a statement that nobody waits for any more. */
const LOOK_FOR_CLIENT_MS = 1_000;

/** The connection's name in Postgres, and its limits there, as whatever opens it says them. */
export const limitsFor = (
  purpose: Purpose,
  role = '',
): Pick<pg.ClientConfig, 'application_name' | 'options' | 'keepAlive'> => {
  const { statementMs, lockMs, idleInTransactionMs } = LIMITS[purpose];
  const settings = {
    ...(role !== '' && { role }),
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    client_connection_check_interval: LOOK_FOR_CLIENT_MS,
    tcp_user_timeout: SILENCE_MS,
    tcp_keepalives_idle: PROBE_AFTER_S,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: PROBES,
    ...(LOOK_UP.has(purpose) && LOOK_UP_SETTINGS),
    ...(PLANNED_ONCE.has(purpose) && { plan_cache_mode: 'force_generic_plan' }),
  };
  return {
    application_name: `sabot ${purpose}`,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    // A database that disappears without a word must be noticed, since nothing may wait for it for
    // ever.
    keepAlive: true,
  };
};

/** What is decided by what a connection is opened for, and by no URL. */
const NOT_OF_A_URL = [
  'application_name',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
];

/** How `url` is connected to for this purpose. Of its own options others than the limits hold. */
export const limitedTo = (
  url: string,
  purpose: Purpose,
  role = '',
): Pick<pg.ClientConfig, 'application_name' | 'options' | 'keepAlive'> & {
  readonly connectionString: string;
} => {
  const limits = limitsFor(purpose, role);
  const changed = new URL(url);
  // What it says would go before what is given beside it, and of options the last one holds.
  const own = changed.searchParams.get('options') ?? '';
  for (const name of ['options', ...NOT_OF_A_URL]) changed.searchParams.delete(name);
  return {
    ...limits,
    connectionString: changed.href,
    options: `${own} ${limits.options}`.trim(),
  };
};

/** How a connection to `database` is opened for this purpose. */
export const connectionOptions = (
  { url, role }: Config['database'],
  purpose: Purpose,
): pg.ClientConfig => {
  const { statementMs } = LIMITS[purpose];
  return {
    ...limitedTo(url, purpose, role),
    keepAliveInitialDelayMillis: PROBE_AFTER_S * 1_000,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: statementMs === 0 ? 0 : statementMs + MARGIN_MS,
    // A connection whose answer does not come is broken at once, and a transaction's last statement
    // goes out with its commit.
    pipeline: true,
  };
};

/** The pools of a studio, one a purpose. */
export const POOL = Symbol('Pool of the studio');
export const MONEY_POOL = Symbol('Pool of the money');
export const HANDS_POOL = Symbol('Pool of the hands');
export const PUBLIC_POOL = Symbol('Pool of the public');

/** Too many wait for a connection. The database was asked for nothing, so nothing has changed. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  constructor() {
    super('too many wait for a connection to the database');
  }
}

/** Throws `DatabaseBusy` where this many wait for a connection of the pool already. */
export const refuseInCrowd = (pool: Pick<pg.Pool, 'waitingCount'>, waitingMax: number): void => {
  if (pool.waitingCount >= waitingMax) throw new DatabaseBusy();
};

/**
 * Where something was asked of somebody before, that too many wait does not say that it was not
 * done: it is an error like any other.
 */
export const onceAsked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw error instanceof DatabaseBusy
      ? new Error('what became of it could not be read', { cause: error })
      : error;
  });

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/** A pool for which only so many wait, and none of them for long: others get `DatabaseBusy`. */
class BoundedPool extends pg.Pool {
  readonly #waitingMax: number;

  constructor(options: pg.PoolConfig, waitingMax: number) {
    super(options);
    this.#waitingMax = waitingMax;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | void {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  async #connect(): Promise<pg.PoolClient> {
    refuseInCrowd(this, this.#waitingMax);
    try {
      return await super.connect();
    } catch (error) {
      // For a connection of the pool, or for a new one that a busy machine does not open in time.
      const hasWaited = error instanceof Error && error.message.startsWith('timeout exceeded');
      throw hasWaited ? new DatabaseBusy() : error;
    }
  }
}

export const createPool = (
  database: Config['database'],
  purpose: Purpose,
  max: number,
): pg.Pool => {
  const options = { ...connectionOptions(database, purpose), max, idleTimeoutMillis: IDLE_MS };
  const pool =
    purpose === 'public' ? new BoundedPool(options, database.waitingMax) : new pg.Pool(options);
  // A connection that breaks while idle is replaced by the pool. Without a listener it would end
  // the process.
  pool.on('error', () => undefined);
  // A connection may also break in a transaction, between two statements. The next statement then
  // fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** One connection for what is done before the studio stands. It is closed again. */
export const onConnection = async <T>(
  database: Config['database'],
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(connectionOptions(database, 'studio'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
