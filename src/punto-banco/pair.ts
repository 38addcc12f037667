/**
 * A pair: a side's first two cards of the same rank. It is perfect, colour or mixed (RULES 1.3).
 */
import { type Card, colourOf, rankOf } from '../cards/card.js';

export const PAIRS = ['perfect', 'colour', 'mixed'] as const;
export type Pair = (typeof PAIRS)[number];

/** Undefined when the two ranks differ: a king and a queen are not a pair, though both count 0. */
export const pairOf = (first: Card, second: Card): Pair | undefined => {
  if (rankOf(first) !== rankOf(second)) return undefined;
  if (first === second) return 'perfect';
  return colourOf(first) === colourOf(second) ? 'colour' : 'mixed';
};
