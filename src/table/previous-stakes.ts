/** What Repeat places again: the stakes of the last round that a player played at this table. */
import type pg from 'pg';
import { type Amount, amount } from '../money/amount.js';
import type { Stakes } from '../punto-banco/stakes.js';
import type { Spot } from '../punto-banco/spot.js';

/** How far back Repeat looks for a player's last round at this table. */
const ROUNDS_BACK = 500;

const READ_PREVIOUS = `
with recent as materialized (
  select game_number from rounds where table_id = $2 and game_number <> $3
   order by game_number desc limit ${ROUNDS_BACK}
)
select last.player_id, b.spot, sum(b.amount) as stake
  from unnest($1::bigint[]) as last(player_id)
 cross join lateral (
   select r.game_number from recent r
    where (select sum(amount) from bets where game_number = r.game_number and player_id = last.player_id) > 0
    order by r.game_number desc limit 1) as game
  join bets b on b.game_number = game.game_number and b.player_id = last.player_id
 group by last.player_id, b.spot having sum(b.amount) > 0`;

/** By player. Those who played none of the last rounds before `currentGame` are not among them. */
export const readPreviousStakes = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  playerIds: readonly string[],
  currentGame: string,
): Promise<ReadonlyMap<string, Stakes>> => {
  const { rows } = await pool.query<{ player_id: string; spot: Spot; stake: string }>(
    READ_PREVIOUS,
    [playerIds, table, currentGame],
  );
  const previous = new Map<string, Map<Spot, Amount>>();
  for (const { player_id, spot, stake } of rows) {
    const known = previous.get(player_id) ?? new Map<Spot, Amount>();
    previous.set(player_id, known.set(spot, amount(BigInt(stake))));
  }
  return previous;
};
