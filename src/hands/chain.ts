/** The chains of the log of solo games. */
import type { SoloGame } from '../solo/game.js';

/** One a game and day of UTC: `@blackjack:2026-11-22`. */
export const chainOf = (game: SoloGame, atMs: number): string =>
  `@${game}:${new Date(atMs).toISOString().slice(0, 10)}`;
