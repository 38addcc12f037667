/** The decks whose faces a player may choose. */
import type { PlayerSettings } from '../../../src/protocol/http.js';

export type DeckName = PlayerSettings['deck'];

/** In the order in which they are offered. */
export const DECK_NAMES = ['neapolitan', 'piacentine', 'french'] as const satisfies DeckName[];

/** How high a card is whose width is a hundred. */
export const DECK_HEIGHTS: Readonly<Record<DeckName, number>> = {
  neapolitan: 164,
  piacentine: 172,
  french: 142,
};

/** The printing inks of a deck. */
export interface Inks {
  /** Outlines. */
  readonly line: string;
  readonly paper: string;
  readonly red: string;
  readonly gold: string;
  readonly blue: string;
  readonly green: string;
  readonly skin: string;
  readonly hair: string;
}
