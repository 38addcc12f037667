/** Which solo game this tab plays, so that a reload comes back to its room. */
import type { SoloGame } from '../../../src/solo/game.js';
import { tabKeeps } from '../browser-keeps.js';

/** The games that have a room, in the order of the lobby. */
export const ROOM_GAMES = [
  'punto_e_banco',
  'sette_e_mezzo',
  'blackjack',
] as const satisfies readonly SoloGame[];
export type RoomGame = (typeof ROOM_GAMES)[number];

const KEY = 'sabot.solo.game';

/** Undefined at the live tables. */
export const keptGame = (): RoomGame | undefined => {
  const kept = tabKeeps.getItem(KEY);
  return ROOM_GAMES.find((game) => game === kept);
};

export const keepGame = (game: RoomGame | undefined): void => {
  if (game === undefined) tabKeeps.removeItem(KEY);
  else tabKeeps.setItem(KEY, game);
};
