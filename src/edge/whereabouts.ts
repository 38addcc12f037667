/** Where every table of the studio runs, how far its log has come, and the database's time. */
import type pg from 'pg';
import { EPOCHS_OF_A_TIMELINE } from '../table/lease.js';

export interface Whereabouts {
  readonly table: string;
  /** The process that holds the lease. Undefined where nobody does. */
  readonly owner: string | undefined;
  /** Which of its histories the database is in. */
  readonly timeline: number;
  /** The last event of the log. */
  readonly head: number;
}

interface Row {
  readonly id: string;
  readonly owner: string | null;
  readonly timeline: number;
  readonly head: string;
  readonly now_ms: string;
}

/** `hear` is given the database's time. */
export const readWhereabouts = async (
  pool: Pick<pg.Pool, 'query'>,
  hear: (databaseMs: number) => void,
): Promise<readonly Whereabouts[]> => {
  const { rows } = await pool.query<Row>(
    `select t.id, extract(epoch from studio_clock()) * 1000 as now_ms,
            case when l.expires_at >= studio_now() then l.owner end as owner,
            coalesce(l.epoch / ${EPOCHS_OF_A_TIMELINE}, 0)::int as timeline,
            coalesce((select max(e.seq) from table_events e where e.table_id = t.id), 0) as head
       from tables t left join table_leases l on l.table_id = t.id order by t.id`,
  );
  if (rows[0] !== undefined) hear(Number(rows[0].now_ms));
  return rows.map(({ id, owner, timeline, head }) => ({
    table: id,
    owner: owner ?? undefined,
    timeline,
    head: Number(head),
  }));
};
