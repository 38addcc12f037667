/** The open incidents that end by themselves once their cause does, with what the log says of the time since. */
import type pg from 'pg';
import type { TableEvent } from '../round/event.js';

export interface Passing {
  readonly id: string;
  readonly table: string;
  readonly kind: 'hung' | 'stream_lost';
  readonly detail: string;
  /** The event that opened it, or the last before it. */
  readonly seq: number;
  /** Whether the table has done since what a table that hangs does not; of a stream, whether it came back. */
  readonly hasMoved: boolean;
}

/** Events by which a table goes on. That it was suspended, or resumed, is none: it may hang as before. */
const MOVES: readonly TableEvent['kind'][] = [
  'betting_opened',
  'last_bets_called',
  'betting_closed',
  'card_dealt',
  'coup_decided',
  'coup_confirmed',
  'round_settled',
  'round_voided',
  'round_refunded',
  'shoe_change_started',
  'table_closed',
];

export const readPassing = async (pool: Pick<pg.Pool, 'query'>): Promise<readonly Passing[]> => {
  const { rows } = await pool.query<{
    id: string;
    table: string;
    kind: Passing['kind'];
    detail: string;
    seq: string;
    moved: boolean;
  }>(
    `select i.id, i.table_id as "table", i.kind, i.detail, i.opened_seq as seq,
            exists (select from table_events e where e.table_id = i.table_id and e.seq > i.opened_seq
                    and e.kind = any(case o.kind when 'hung' then $1::text[] else array['stream_back'] end)) as moved
       from open_incidents o join incidents i on i.id = o.incident_id
      where o.kind in ('hung', 'stream_lost')`,
    [MOVES],
  );
  return rows.map(({ seq, moved, ...row }) => ({ ...row, seq: Number(seq), hasMoved: moved }));
};
