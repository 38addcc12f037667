/** A transaction on a pool. It commits what `work` did, or rolls all of it back. */
import type pg from 'pg';
import { pipelined } from './pipeline.js';

/** A connection within a transaction. */
export type Transaction = pg.ClientBase;

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction. It is run again from the start when Postgres breaks a deadlock by
 * ending it.
 */
export const inTransaction = <T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  retrying(() =>
    onClient(pool, async (client) => {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    }),
  );

/** Runs `work`, which only reads, on the database as it is at one moment. */
export const atOneMoment = <T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  onClient(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const result = await work(client);
    await client.query('commit');
    return result;
  });

/**
 * Runs these statements as one transaction that is sent whole, with its commit. The database has
 * all of it at once, so that whatever becomes of this process, no lock is held for it.
 */
export const inOneTrip = (
  pool: pg.Pool,
  statements: readonly pg.QueryConfig[],
): Promise<readonly pg.QueryResult[]> => retrying(() => inOneTripOnce(pool, statements));

/** The same, and not again where Postgres ends it to break a deadlock. */
export const inOneTripOnce = (
  pool: pg.Pool,
  statements: readonly pg.QueryConfig[],
): Promise<readonly pg.QueryResult[]> =>
  onClient(pool, (client) => pipelined(client, [{ text: 'begin' }, ...statements, COMMIT]));

const COMMIT = { text: 'commit' };

/** Runs `work`, which changes nothing when it fails, again when Postgres has ended it. */
export const retrying = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
    }
  }
};

const onClient = async <T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/**
 * SQLSTATE classes that pass: no connection, a transaction that was broken off, no room, an order
 * from outside, a lock or a time limit.
 */
const PASSING: ReadonlySet<string> = new Set(['08', '40', '53', '55', '57', '58']);
/** An error of Postgres has five characters. Those of the network are longer. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Whether the database refuses it, and will refuse it again. */
export const isLastingRefusal = (error: unknown): boolean => {
  const code = sqlState(error);
  return code !== undefined && SQLSTATE.test(code) && !PASSING.has(code.slice(0, 2));
};

/**
 * The same key was written before, or meanwhile by somebody who was faster. With a `constraint`, a
 * key of that one.
 */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  sqlState(error) === '23505' &&
  (constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint));

/** A lock was not to be had in time: the transaction has ended, and nothing of it stands. */
export const hasNotGotItsLock = (error: unknown): boolean => sqlState(error) === '55P03';

export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');
