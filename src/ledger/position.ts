/** What each player has of a round, before a correction and after it, and what moves for it: the same SQL pays a correction and previews it. */
import type { Verdicts } from '../punto-banco/settle.js';
import { payingColumns } from './pay-chunk.js';

/** What a round is corrected to (RULES 1.13): every stake back, the bets settled anew by another coup, or one player's stakes back. */
export type Position =
  | { readonly fix: 'void' }
  | { readonly fix: 'resettle'; readonly verdicts: Verdicts }
  | { readonly fix: 'refund'; readonly player: string };

/** Which players: those whose number leaves the remainder `chunk` when divided by `chunks`. */
export interface Part {
  readonly game: string;
  /** The number of the correction: those before it count. */
  readonly ordinal: number;
  readonly chunk: number;
  readonly chunks: number;
}

/**
 * The CTE `position`: a row for each player with stakes in part $2 of $3 of round $1. `was` is what the last correction before $4 left
 * the player with, or what the round paid; `paid` is what the player is to have after it. $5 says what is put right, $6 names the player
 * of a refund, $7–$10 are the paying verdicts of a new coup. Whatever was corrected before, a void and a resettlement are of the whole round.
 */
const POSITION = `
lying as materialized (
  select player_id, spot, mode, sum(amount)::bigint as stake
    from bets where game_number = $1 and player_id % $3 = $2
   group by player_id, spot, mode having sum(amount) > 0
), verdict as materialized (
  select * from unnest($7::spot[], $8::mode[], $9::bigint[], $10::bigint[]) as v(spot, mode, win, per)
), staked as materialized (
  select player_id, count(*)::int as bets, sum(stake)::bigint as stake, coalesce(sum(stake + stake * win / per), 0)::bigint as won
    from lying left join verdict using (spot, mode) group by player_id
), latest as materialized (
  select distinct on (player_id) player_id, paid from correction_payouts
   where game_number = $1 and ordinal < $4 order by player_id, ordinal desc
), standing as materialized (
  select staked.*, coalesce(latest.paid, payouts.paid, 0) as was
    from staked left join latest using (player_id)
    left join payouts on payouts.game_number = $1 and payouts.player_id = staked.player_id
), position as materialized (
  select player_id, bets, stake, was,
         case when $5 = 'void' or player_id = $6::bigint then stake when $5 = 'resettle' then won else was end as paid
    from standing
)`;

/**
 * The CTE `money`: what moves for each player whose position changes. What is taken back comes from the session's credit, then from
 * the game account, and what is left is owed: the shortfall. What is given first repays what is owed, and goes on to the game account
 * where no session is open. `session`, `game` and `owing` are the changes of the three balances.
 */
const MONEY = `
money as materialized (
  select p.player_id, p.was, p.paid, from_game, short - from_game as shortfall, to_game, recovered,
         s.id as session_id, g.id as game_id, o.id as owing_id,
         p.paid - p.was + short - recovered - to_game as session, to_game - from_game as game
    from position p
    join accounts s on s.player_id = p.player_id and s.kind = 'session'
    join accounts g on g.player_id = p.player_id and g.kind = 'game'
    left join accounts o on o.player_id = p.player_id and o.kind = 'shortfall'
   cross join lateral (
     select greatest(p.was - p.paid - s.balance, 0) as short, greatest(p.paid - p.was, 0) as given) as change
   cross join lateral (
     select least(short, g.balance) as from_game, least(given, -coalesce(o.balance, 0)) as recovered) as first
   cross join lateral (
     select case when exists (select from sessions e where e.player_id = p.player_id and e.closed_at is null)
                 then 0 else given - recovered end as to_game) as rest
   where p.was <> p.paid
)`;

/** Both, to be put behind `with`. */
export const POSITION_AND_MONEY = `${POSITION}, ${MONEY}`;

/** $1–$10 of them. */
export const positionValues = (
  { game, ordinal, chunk, chunks }: Part,
  position: Position,
): unknown[] => [
  game,
  chunk,
  chunks,
  ordinal,
  position.fix,
  position.fix === 'refund' ? position.player : null,
  ...(position.fix === 'resettle' ? payingColumns(position.verdicts) : [[], [], [], []]),
];
