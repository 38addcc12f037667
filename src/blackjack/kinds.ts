/** Cards of equal value are counted together: each kind by one card that stands for it. */
import type { Card } from '../cards/card.js';
import { fullShoe } from '../cards/shoe.js';
import { DECKS_IN_BLACKJACK } from './rules.js';
import { valueOf } from './total.js';

export const KINDS: readonly Card[] = ['As', '2s', '3s', '4s', '5s', '6s', '7s', '8s', '9s', 'Ts'];

/** The kind of a card, by its position in `KINDS`. */
export const kindOf = (card: Card): number => valueOf(card) - 1;

/** How many cards of each kind, in the order of `KINDS`. */
export type KindCounts = readonly number[];

export const countKinds = (cards: readonly Card[]): KindCounts => {
  const counts = KINDS.map(() => 0);
  for (const card of cards) counts[kindOf(card)]! += 1;
  return counts;
};

/** Six full decks. */
export const FULL_KINDS: KindCounts = countKinds(fullShoe(DECKS_IN_BLACKJACK));

/** The cards that stand for so many of each kind. */
export const cardsOf = (counts: KindCounts): readonly Card[] =>
  counts.flatMap((count, kind) => new Array<Card>(count).fill(KINDS[kind]!));

export const cardsIn = (counts: KindCounts): number =>
  counts.reduce((total, count) => total + count, 0);
