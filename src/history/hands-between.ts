/** The hands of solo games that a player played in a period, for a download. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { PlayedHand } from '../protocol/hand-history.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { everyPage } from './csv.js';
import { readHands } from './played-hands.js';

const PAGE = 100;

/**
 * The first number from which on every hand is of later. The hands of a player and game follow each
 * other in time as in their numbers, so it is found by halving, with an index entry a half.
 */
const FIRST_AFTER = statement({
  inputs: { player: 'bigint', game: 'solo_game', to: 'timestamptz' },
  text: `
with recursive halved(low, high) as (
  select min(hand_number), max(hand_number) + 1 from solo_hands where player_id = :player and game = :game
  union all
  select case when h.acted_at < :to then h.hand_number + 1 else low end,
         case when h.acted_at < :to then high else middle end
    from halved cross join lateral (select (low + high) / 2 as middle) as m
    left join lateral (
      select hand_number, acted_at from solo_hands
       where player_id = :player and game = :game and hand_number >= middle and status <> 'committed'
       order by hand_number limit 1) as h on true
   where low < high
)
select min(high) as first from halved`,
});

const firstAfter = async (
  pool: Pick<pg.Pool, 'query'>,
  player: string,
  game: SoloGame,
  toMs: number,
): Promise<string | undefined> => {
  const { rows } = await pool.query<{ first: string | null }>(
    FIRST_AFTER({ player, game, to: new Date(toMs) }),
  );
  return rows[0]?.first ?? undefined;
};

/** Those whose last command came from `fromMs` and before `toMs`: game by game, newest first. */
export async function* handsBetween(
  pool: pg.Pool,
  player: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<PlayedHand> {
  for (const game of SOLO_GAMES) {
    const end = await firstAfter(pool, player, game, toMs);
    if (end === undefined) continue;
    yield* everyPage(async (before = end) => {
      const { hands, next } = await readHands(pool, player, { game, before, limit: PAGE });
      const items = hands.filter(({ actedAtMs }) => actedAtMs >= fromMs && actedAtMs < toMs);
      const isBefore = hands.some(({ actedAtMs }) => actedAtMs < fromMs);
      return { items, next: isBefore ? null : next };
    });
  }
}
