/** Rounds that were voided before they were paid: who ordered it, when and why. */
import type pg from 'pg';
import type { EventOf } from '../round/event.js';
import { parseEvent } from '../round/past-events.js';

/** What was staked in further currencies: by game, and then by currency. */
export const readFurtherStakes = async (
  pool: Pick<pg.Pool, 'query'>,
  games: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, bigint>>> => {
  const { rows } = await pool.query<{ game: string; sums: Record<string, string> }>(
    FURTHER_STAKES,
    [games],
  );
  return new Map(
    rows.map(({ game, sums }) => [
      game,
      new Map(Object.entries(sums).map(([currency, stake]) => [currency, BigInt(stake)])),
    ]),
  );
};

const FURTHER_STAKES = `
select game, json_object_agg(currency, stake::text) as sums
  from (select r.game_number as game, a.currency, sum(b.amount) as stake
          from rounds r join accounts a on a.id = any(r.further_stakes_account_ids)
          join bets b on b.game_number = r.game_number
          join players p on p.id = b.player_id and p.currency = a.currency
         where r.game_number = any($1::bigint[]) group by 1, 2 having sum(b.amount) > 0) as each
 group by game`;

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
