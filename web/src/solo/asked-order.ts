/**
 * The order that was sent to a game and not answered yet. It outlives a reload, so that the page
 * can ask what became of it.
 */
import type { SoloGame } from '../../../src/solo/game.js';
import type { HandOrder } from './desk.js';
import { tabKeeps } from '../browser-keeps.js';

const keyOf = (game: SoloGame): string => `sabot.solo.${game}.asked`;

/** The studio reads it by its schema, so what was kept is not looked into here. */
export const keptOrder = <Command>(game: SoloGame): HandOrder<Command> | undefined => {
  try {
    const kept = tabKeeps.getItem(keyOf(game));
    return kept === null ? undefined : (JSON.parse(kept) as HandOrder<Command>);
  } catch {
    return undefined;
  }
};

export const keepOrder = <Command>(game: SoloGame, order: HandOrder<Command> | undefined): void => {
  if (order === undefined) tabKeeps.removeItem(keyOf(game));
  else tabKeeps.setItem(keyOf(game), JSON.stringify(order));
};
