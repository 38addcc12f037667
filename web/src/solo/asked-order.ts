/**
 * The order that was sent to a game and not answered yet. It outlives a reload, so that the page
 * can ask what became of it.
 */
import type { SoloGame } from '../../../src/solo/game.js';
import type { Order } from './desk.js';

const keyOf = (game: SoloGame): string => `sabot.solo.${game}.asked`;

/** The studio reads it by its schema, so what was kept is not looked into here. */
export const keptOrder = <Command>(game: SoloGame): Order<Command> | undefined => {
  try {
    const kept = sessionStorage.getItem(keyOf(game));
    return kept === null ? undefined : (JSON.parse(kept) as Order<Command>);
  } catch {
    return undefined;
  }
};

export const keepOrder = <Command>(game: SoloGame, order: Order<Command> | undefined): void => {
  if (order === undefined) sessionStorage.removeItem(keyOf(game));
  else sessionStorage.setItem(keyOf(game), JSON.stringify(order));
};
