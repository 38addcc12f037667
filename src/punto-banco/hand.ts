/** A hand: the points of its cards and its total, which is their sum modulo 10 (RULES 1.1). */
import { type Card, type Rank, rankOf } from '../cards/card.js';

/** 0–9. */
export const pointsOf = (card: Card): number => POINTS[rankOf(card)];

/** 0–9. An empty hand has 0. */
export const totalOf = (hand: readonly Card[]): number =>
  hand.reduce((total, card) => total + pointsOf(card), 0) % 10;

/**
 * `total` is that of a hand's first two cards. A total of 8 or 9 reached by a third card is not a
 * natural.
 */
export const isNatural = (total: number): boolean => total >= 8;

const POINTS: Readonly<Record<Rank, number>> = Object.freeze({
  A: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 5,
  6: 6,
  7: 7,
  8: 8,
  9: 9,
  T: 0,
  J: 0,
  Q: 0,
  K: 0,
});
