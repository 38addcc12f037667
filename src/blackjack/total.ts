/** The total of a Blackjack hand: an ace counts 11 as long as that does not bust (RULES 5). */
import { type Card, type Rank, rankOf } from '../cards/card.js';

/** More is a bust. */
export const TOTAL_MAX = 21;

/** An ace counts 1 here. */
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
  T: 10,
  J: 10,
  Q: 10,
  K: 10,
});

/** 1–10. Two cards of the same value may be split, a king and a ten too. */
export const valueOf = (card: Card): number => POINTS[rankOf(card)];

export interface Total {
  readonly total: number;
  /** Whether an ace counts 11, so that no card can bust the hand. */
  readonly isSoft: boolean;
}

export const totalOf = (cards: readonly Card[]): Total => {
  const hard = cards.reduce((total, card) => total + valueOf(card), 0);
  const isSoft = cards.some((card) => valueOf(card) === 1) && hard + 10 <= TOTAL_MAX;
  return { total: isSoft ? hard + 10 : hard, isSoft };
};

/** An ace and a ten-value as the first two cards. After a split that is 21 and no more. */
export const isTwoCard21 = (cards: readonly Card[]): boolean =>
  cards.length === 2 && totalOf(cards).total === TOTAL_MAX;
