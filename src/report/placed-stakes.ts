/** The closing stakes of rounds. Equal stakes of several players on a spot are one row. */
import type pg from 'pg';
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
}

const PLACED = `
with refunded as (
  select * from unnest($2::bigint[], $3::bigint[]) as r(game_number, player_id)
), lying as (
  select game_number, player_id, mode, spot, sum(amount) as stake
    from bets where game_number = any($1::bigint[])
   group by 1, 2, 3, 4 having sum(amount) > 0
)
select l.game_number as game, mode, spot, stake, count(*)::int as count, r.player_id is not null as refunded
  from lying l left join refunded r using (game_number, player_id)
 group by 1, 2, 3, 4, 6 order by 1, 2, 3, 4, 6`;

/** By game. `refunded` names players, game by game, whose bets were refunded. */
export const readPlaced = async (
  pool: Pick<pg.Pool, 'query'>,
  games: readonly string[],
  refunded: readonly { readonly game: string; readonly player: string }[],
): Promise<ReadonlyMap<string, readonly PlacedRow[]>> => {
  const { rows } = await pool.query<PlacedRow>(PLACED, [
    games,
    refunded.map(({ game }) => game),
    refunded.map(({ player }) => player),
  ]);
  return byGame(rows);
};
