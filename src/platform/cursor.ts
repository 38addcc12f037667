/** The rows of a query, a portion at a time, since a ledger is larger than a process's memory. */
import type pg from 'pg';

const PORTION = 5_000;

/** Used within a transaction. Only one such reading at a time. */
export async function* rowsOf<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  query: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row> {
  await client.query(`declare portions no scroll cursor for ${query}`, [...values]);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${PORTION} from portions`);
    yield* rows;
    if (rows.length < PORTION) break;
  }
  await client.query('close portions');
}
