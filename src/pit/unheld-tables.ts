/** Tables whose lease nobody holds: no process runs them. */
import type pg from 'pg';
import { STUDIO } from '../round/fault.js';
import type { Hanging } from './hang.js';

/** A table that nobody runs, since when, and whether that is too long. */
export interface Idle {
  readonly sinceMs: number;
  readonly hanging: Hanging | null;
}

export const readUnheld = async (pool: Pick<pg.Pool, 'query'>): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from tables where not exists (
       select from table_leases l where l.table_id = id and l.owner is not null and l.expires_at > now())`,
  );
  return new Set(rows.map(({ id }) => id));
};

export const openIdleIncident = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  atMs: number,
): Promise<void> => {
  await pool.query(
    `select open_incident($1, null, 'hung', 'not_run', $2, coalesce((select max(seq) from table_events where table_id = $1), 0), $3, '{}')`,
    [table, STUDIO, new Date(atMs)],
  );
};
