/** Postgres: one pool, in the application's role. */
import pg from 'pg';
import type { Config } from '../config.js';

export const POOL = Symbol('Pool');

const CONNECT_WITHIN_MS = 3_000;
const ANSWER_WITHIN_MS = 10_000;

/** How a connection to `database` is opened. Every connection takes on the application's role. */
export const connectionOptions = ({ url, role }: Config['database']): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'sabot',
  // A database that disappears without a word must be noticed, since nothing may wait for it for
  // ever.
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  query_timeout: ANSWER_WITHIN_MS,
  ...(role === '' ? {} : { options: `-c role=${role}` }),
});

export const createPool = (
  database: Config['database'],
  options: pg.PoolConfig = { max: database.poolSize },
): pg.Pool => {
  const pool = new pg.Pool({ ...connectionOptions(database), ...options });
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
  const client = new pg.Client(connectionOptions(database));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
