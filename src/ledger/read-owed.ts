/** What a round that is to be paid owes each player of it, as pay-chunk.ts would pay it. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Verdicts } from '../punto-banco/settle.js';
import { PAYING_INPUTS, payingVerdicts } from './pay-chunk.js';

/** Amounts in minor units. */
export interface Owed {
  readonly player: string;
  readonly bets: number;
  readonly stakes: string;
  readonly owed: string;
}

/** Players whose part of the round is paid, and those who get nothing, are not among them. */
const READ_OWED = statement({
  inputs: { game: 'bigint', player: 'bigint null', ...PAYING_INPUTS },
  text: `
with lying as (
  select player_id, spot, mode, sum(amount)::bigint as stake
    from bets b
   where game_number = :game and (:player is null or player_id = :player)
     and not exists (
       select from settlement_chunks k where k.game_number = :game and b.player_id % k.chunks = k.chunk)
     and not exists (
       select from hand_pays h
        where h.game_number = :game and h.ordinal = 0 and h.player_id = b.player_id)
   group by player_id, spot, mode
  having sum(amount) > 0
), verdict as (
  select * from unnest(:spots, :modes, :wins, :pers) as v(spot, mode, win, per)
)
select player_id as player, count(*)::int as bets, sum(stake)::text as stakes,
       sum(stake + stake * win / per)::bigint::text as owed
  from lying left join verdict using (spot, mode)
 group by player_id
having sum(stake + stake * win / per) > 0
 order by player_id`,
});

/** Of one player, where one is named. */
export const readOwed = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
  player: string | null,
  verdicts: Verdicts,
): Promise<readonly Owed[]> => {
  const { rows } = await pool.query<Owed>(READ_OWED({ game, player, ...payingVerdicts(verdicts) }));
  return rows;
};
