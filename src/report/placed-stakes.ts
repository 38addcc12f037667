/** The closing stakes of rounds. Equal ones of several players on a spot are one row. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { byGame } from './by-game.js';

export interface PlacedRow {
  readonly game: string;
  readonly mode: Mode;
  readonly spot: Spot;
  readonly stake: string;
  readonly count: number;
  /** Of players whose bets were refunded by a correction. */
  readonly refunded: boolean;
  /** A further currency of the table. Null: its own. */
  readonly currency: string | null;
}

const PLACED = statement({
  inputs: { games: 'bigint[]', refundedGames: 'bigint[]', refundedPlayers: 'bigint[]' },
  text: `
with refunded as (
  select * from unnest(:refundedGames, :refundedPlayers) as r(game_number, player_id)
), lying as (
  select game_number, player_id, mode, spot, sum(amount) as stake
    from bets where game_number = any(:games)
   group by 1, 2, 3, 4 having sum(amount) > 0
), several as (
  select game_number, array(select currency from accounts where id = any(further_stakes_account_ids)) as currencies
    from rounds where game_number = any(:games) and further_stakes_account_ids <> '{}'
)
select l.game_number as game, l.mode, spot, stake, count(*)::int as count, r.player_id is not null as refunded,
       case when f.currencies is not null then (select p.currency from players p
             where p.id = l.player_id and p.currency = any(f.currencies)) end as currency
  from lying l left join refunded r using (game_number, player_id)
  left join several f using (game_number)
 group by 1, 2, 3, 4, 6, 7 order by 1, 2, 3, 4, 6, 7 nulls first`,
});

/** By game. `refunded` names players, game by game, whose bets were refunded. */
export const readPlaced = async (
  pool: Pick<pg.Pool, 'query'>,
  games: readonly string[],
  refunded: readonly { readonly game: string; readonly player: string }[],
): Promise<ReadonlyMap<string, readonly PlacedRow[]>> => {
  const { rows } = await pool.query<PlacedRow>(
    PLACED({
      games,
      refundedGames: refunded.map(({ game }) => game),
      refundedPlayers: refunded.map(({ player }) => player),
    }),
  );
  return byGame(rows);
};
