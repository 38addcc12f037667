/** A transaction on the shared pool. It commits what `work` did, or rolls all of it back. */
import type pg from 'pg';

/** A connection within a transaction. */
export type Transaction = pg.ClientBase;

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction. It is run again from the start when Postgres breaks a deadlock by
 * ending it.
 */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
    } finally {
      client.release(broken);
    }
  }
};

export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** The same key was written before, or meanwhile by somebody who was faster. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');
