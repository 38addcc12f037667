/**
 * Taking postings of an archived period out of the database. What they made of each account is kept
 * in the same statement, by the guard that lets them go (period-archives.sql).
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';

/** A posting is never changed, so that its place in the table is its own. */
const TAKE = statement({
  inputs: { entries: 'bigint[]', limit: 'bigint' },
  text: `
delete from postings
 where ctid = any(array(select ctid from postings where entry_id = any(:entries) limit :limit))`,
});

/** Those of these entries, as many as `limit`. Returns how many there were. */
export const takePostings = async (
  client: pg.ClientBase,
  entries: readonly string[],
  limit: number,
): Promise<number> => {
  const { rowCount } = await client.query(TAKE({ entries, limit }));
  return rowCount ?? 0;
};
