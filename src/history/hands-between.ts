/** The hands of solo games that a player played in a period, for a download. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { PlayedHand } from '../protocol/hand-history.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { everyPage } from './csv.js';
import { HALVED, numbersIn } from './hands-halved.js';
import { readHands } from './played-hands.js';

const PAGE = 100;

/** The first number from which on every hand is of later. */
const FIRST_AFTER = statement({
  inputs: { player: 'bigint', game: 'solo_game', to: 'timestamptz' },
  text: `
with recursive place as materialized (
  select :to as acted_at, 0::bigint as hand_number
), searched as materialized (
  select :game as game, low, high from (${numbersIn(':game')}) as own
), ${HALVED}
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
