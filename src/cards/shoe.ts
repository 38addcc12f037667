/**
 * A shoe: decks shuffled together in a row, with a cut card among them that announces the end
 * (RULES 1.1 and 1.11).
 */
import { type Card, FACES } from './card.js';
import { DECKS_IN_SHOE } from './composition.js';

/** `cutAt` cards are in front of the cut card. `drawn` cards have left the shoe. */
export interface Shoe {
  readonly cards: readonly Card[];
  readonly cutAt: number;
  readonly drawn: number;
}

/**
 * The most cards that one coup takes. A coup in which the cut card comes out is dealt to its end.
 */
const BEHIND_CUT_MIN = 6;

/** The cards of `decks` new decks, one after the other, not yet shuffled. */
export const fullShoe = (decks: number = DECKS_IN_SHOE): readonly Card[] =>
  Array.from({ length: decks }, () => FACES).flat();

/**
 * Puts the cut card behind the first `cutAt` cards. Refuses `cut_leaves_no_coup` unless a whole
 * coup is left behind it.
 */
export const cutShoe = (cards: readonly Card[], cutAt: number): Shoe | 'cut_leaves_no_coup' => {
  const isPlace = Number.isInteger(cutAt) && cutAt >= 0 && cutAt + BEHIND_CUT_MIN <= cards.length;
  return isPlace ? { cards, cutAt, drawn: 0 } : 'cut_leaves_no_coup';
};
