/**
 * Statements sent one after the other without waiting in between: one round trip to the database
 * instead of many.
 */
import type pg from 'pg';

/**
 * The results in order. After a failure the statements behind it fail too where they are in its
 * transaction. The first failure is thrown when all results have come back.
 */
export const pipelined = async (
  client: pg.ClientBase,
  statements: readonly pg.QueryConfig[],
): Promise<readonly pg.QueryResult[]> => {
  const results = await Promise.allSettled(statements.map((statement) => client.query(statement)));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
};
