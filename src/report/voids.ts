/** Rounds that were voided before they were paid: who ordered it, when and why. */
import type pg from 'pg';
import type { EventOf } from '../round/event.js';
import { parseEvent } from '../round/past-events.js';

export interface Voiding {
  readonly atMs: number;
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
}

const VOIDINGS = `
select r.game_number as game, e.at_ms, e.payload
  from rounds r
  join table_events e on e.table_id = r.table_id and e.kind = 'round_voided'
   and e.seq between r.closed_seq and coalesce(r.ended_seq, 9223372036854775807)
   and e.seq < coalesce((select n.opened_seq from rounds n where n.table_id = r.table_id and n.game_number > r.game_number
                          order by n.game_number limit 1), 9223372036854775807)
 where r.game_number = any($1::bigint[])`;

/** By game. */
export const readVoidings = async (
  pool: Pick<pg.Pool, 'query'>,
  games: readonly string[],
): Promise<ReadonlyMap<string, Voiding>> => {
  const { rows } = await pool.query<{ game: string; at_ms: string; payload: string }>(VOIDINGS, [
    games,
  ]);
  return new Map(
    rows.map(({ game, at_ms, payload }) => {
      const { reason, requestedBy, approvedBy } = parseEvent(payload) as EventOf<'round_voided'>;
      return [game, { atMs: Number(at_ms), reason, requestedBy, approvedBy }];
    }),
  );
};
