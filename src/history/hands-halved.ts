/**
 * Where the hands of a player and game begin that were played at a moment or later. They follow
 * each other in time as in their numbers, so it is found by halving, with an index entry a half.
 */

/**
 * As SQL: `halved`, the last `high` of which for a game is that number. `searched` are the games,
 * with the numbers between which it is (`low`, `high`); `place` is the moment, and the number of a
 * hand to compare those of the very moment with; `:player` is the player.
 */
export const HALVED = `
halved(game, low, high) as (
  select game, low, high from searched
  union all
  select halved.game, case when h.is_before then h.hand_number + 1 else low end,
         case when h.is_before then high else middle end
    from halved cross join place cross join lateral (select (low + high) / 2 as middle) as m
    left join lateral (
      select s.hand_number, (s.acted_at, s.hand_number) < (place.acted_at, place.hand_number) as is_before from solo_hands s
       where s.player_id = :player and s.game = halved.game and s.hand_number >= middle and s.status <> 'committed'
       order by s.hand_number limit 1) as h on true
   where low < high
)`;

/** As SQL: the first and the one after the last of the player's numbers in a game. */
export const numbersIn = (game: string): string => `
  select min(hand_number) as low, max(hand_number) + 1 as high from solo_hands where player_id = :player and game = ${game}`;
