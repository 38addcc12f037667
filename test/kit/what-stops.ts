/** What the database has against statements that the application sends. */
import type pg from 'pg';

/** The SQLSTATE that stops them, sent as one transaction, or `nothing`. */
export const whatStops = async (pool: pg.Pool, statements: readonly string[]): Promise<string> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const each of statements) await client.query(each);
    await client.query('commit');
    return 'nothing';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('rollback');
    client.release();
  }
};
