/**
 * What each player has from a round, before and after a correction, and what moves for it. The same
 * SQL pays a correction and previews it.
 */
import type { Verdicts } from '../punto-banco/settle.js';
import type { Values } from '../platform/statement.js';
import { moneyAwayOf } from './money-away.js';
import { BETS_OF_THE_CHUNK, type Chunk, PAYING_INPUTS, payingVerdicts } from './pay-chunk.js';

/**
 * What a round is corrected to (RULES 1.13): every stake back, the bets settled anew by another
 * coup, or one player's stakes back.
 */
export type Position =
  | { readonly fix: 'void' }
  | { readonly fix: 'resettle'; readonly verdicts: Verdicts }
  | { readonly fix: 'refund'; readonly player: string };

/** A chunk of a round that is corrected. */
export interface CorrectedChunk extends Chunk {
  /** The number of the correction. Those before it count. */
  readonly ordinal: number;
}

/** The inputs of both CTEs. */
export const POSITION_INPUTS = {
  game: 'bigint',
  chunk: 'int',
  chunks: 'int',
  ordinal: 'int',
  fix: 'text',
  /** For a refund: the player whose stakes go back. */
  refunded: 'bigint null',
  ...PAYING_INPUTS,
} as const;

/**
 * The CTE `position`: a row for each player with stakes in the chunk `chunk` of `chunks` of the
 * round. `was` is what the last correction before `ordinal` left the player with, or what the round
 * paid. `paid` is what the player is to have after it. Whatever was corrected before, a void and a
 * resettlement apply to the whole round. A stake that no wallet has given wins and loses nothing
 * (stakes-are-taken.sql): a resettlement returns it, too.
 */
const POSITION = `
lying as materialized (
  select player_id, spot, mode, bigint_sum(amount) as stake
    from ${BETS_OF_THE_CHUNK}
   group by player_id, spot, mode having bigint_sum(amount) > 0
), verdict as materialized (
  select * from unnest(:spots, :modes, :wins, :pers) as v(spot, mode, win, per)
), staked as materialized (
  select player_id, count(*)::int as bets, bigint_sum(stake) as stake, bigint_sum(stake + stake * win / per) as won
    from lying left join verdict using (spot, mode) group by player_id
), latest as materialized (
  select distinct on (player_id) player_id, paid from correction_payouts
   where game_number = :game and ordinal < :ordinal order by player_id, ordinal desc
), standing as materialized (
  select staked.*, coalesce(latest.paid, payouts.paid, 0) as was
    from staked left join latest using (player_id)
    left join payouts on payouts.game_number = :game and payouts.player_id = staked.player_id
), position as materialized (
  select player_id, bets, stake, was,
         case when :fix = 'void' or player_id = :refunded then stake
              when :fix = 'resettle' then case when player_id in (select untaken_stakes(:game)) then stake else won end
              else was end as paid
    from standing
)`;

/**
 * The CTE `money`: what moves for each player whose position changes. A clawback is taken from the
 * session's credit, then from the game account, and the rest is owed as the shortfall. What is paid
 * first repays what is owed. It goes to the game account where no session is open. `session` and
 * `game` are the changes of the two balances. `back` goes to the house and `pay` comes from it.
 *
 * Where the player's wallet is asked for each stake, it is asked for all that the correction
 * changes, too. So what was advanced on it stands in place of the game account, and nothing is
 * owed besides (money-away.ts).
 *
 * What two persons ordered to be paid by hand moves between the house and the outside, one way or
 * the other, and no account of the player is touched.
 */
const MONEY = `
money as materialized (
  select p.player_id, p.was, p.paid, from_game, short - from_game as shortfall, to_game, recovered,
         s.id as session_id, g.id as game_id, o.id as owing_id, by_hand,
         case when by_hand then greatest(p.was - p.paid, 0) else p.was end as back,
         case when by_hand then greatest(p.paid - p.was, 0) else p.paid end as pay,
         case when by_hand then 0 else p.paid - p.was + short - recovered - to_game end as session,
         to_game - from_game as game
    from position p
   cross join lateral (
     select exists (select from hand_pays h
                     where h.game_number = :game and h.ordinal = :ordinal and h.player_id = p.player_id) as by_hand) as way
    join accounts s on s.player_id = p.player_id and s.kind = 'session'
    join ${moneyAwayOf('p.player_id')} as g on true
    left join accounts o on o.player_id = p.player_id and o.kind = 'shortfall'
   cross join lateral (
     select case when by_hand then 0 else greatest(p.was - p.paid - s.balance, 0) end as short,
            case when by_hand then 0 else greatest(p.paid - p.was, 0) end as given) as change
   cross join lateral (
     select least(short, g.most) as from_game, least(given, -coalesce(o.balance, 0)) as recovered) as first
   cross join lateral (
     select case when exists (select from sessions e where e.player_id = p.player_id and e.closed_at is null)
                 then 0 else given - recovered end as to_game) as rest
   where p.was <> p.paid
)`;

/** Both, to be put after `with`. */
export const POSITION_AND_MONEY = `${POSITION}, ${MONEY}`;

export const positionValues = (
  { game, ordinal, chunk, chunks }: CorrectedChunk,
  position: Position,
): Values<typeof POSITION_INPUTS> => ({
  game,
  chunk,
  chunks,
  ordinal,
  fix: position.fix,
  refunded: position.fix === 'refund' ? position.player : null,
  ...(position.fix === 'resettle' ? payingVerdicts(position.verdicts) : NOTHING_PAYS),
});

const NOTHING_PAYS = { spots: [], modes: [], wins: [], pers: [] };
