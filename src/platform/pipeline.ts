/**
 * Statements sent one behind the other without waiting between them: one trip to the database
 * instead of many.
 */
import type pg from 'pg';

/**
 * The results in order. After a failure the statements behind it fail too where they stand in its
 * transaction; the first failure is thrown when all have come back.
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
