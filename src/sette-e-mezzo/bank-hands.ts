/**
 * Every hand that the bank can end with, from its first card on. Cards of equal worth are counted
 * together, each kind by one card that stands for it.
 */
import type { Card } from '../cards/card.js';
import { FORTY_CARDS, MATTA, halfPointsOf } from './points.js';
import { bankDraws } from './rules.js';

/** One card for each kind: the figures, the ace to the seven, and the matta. */
export const KINDS: readonly Card[] = ['Js', 'As', '2s', '3s', '4s', '5s', '6s', '7s', MATTA];

export const kindOf = (card: Card): number =>
  card === MATTA ? KINDS.indexOf(MATTA) : KIND_OF_WORTH.get(halfPointsOf([card]))!;

const KIND_OF_WORTH = new Map(
  KINDS.flatMap((card, kind) => (card === MATTA ? [] : [[halfPointsOf([card]), kind] as const])),
);

/** How many cards of each kind, in the order of `KINDS`. */
export type SetteKindCounts = readonly number[];

export const countKinds = (cards: readonly Card[]): SetteKindCounts => {
  const counts = KINDS.map(() => 0);
  for (const card of cards) counts[kindOf(card)]! += 1;
  return counts;
};

export const FULL_KINDS: SetteKindCounts = countKinds(FORTY_CARDS);

/** The cards that stand for so many of each kind. */
export const cardsOf = (counts: SetteKindCounts): readonly Card[] =>
  counts.flatMap((count, kind) => new Array<Card>(count).fill(KINDS[kind]!));

/** What the bank drew after its first card, in any order. */
export interface BankHand {
  readonly drawn: SetteKindCounts;
  readonly cards: number;
  /** In how many orders of kinds it comes about: the bank may stand before, in others. */
  readonly orders: number;
  readonly halfPoints: number;
}

/** `first` is a card that stands for its kind. */
export const bankHands = (first: Card): readonly BankHand[] => {
  const ended: BankHand[] = [];
  let open = new Map([['', { drawn: KINDS.map(() => 0), orders: 1 }]]);
  for (let cards = 0; open.size > 0; cards += 1) {
    const next: typeof open = new Map();
    for (const { drawn, orders } of open.values()) {
      const bank = [first, ...cardsOf(drawn)];
      if (!bankDraws(bank)) {
        ended.push({ drawn, cards, orders, halfPoints: halfPointsOf(bank) });
        continue;
      }
      for (const [kind, count] of drawn.entries()) {
        const after = drawn.with(kind, count + 1);
        if (count + 1 > FULL_KINDS[kind]!) continue;
        const key = after.join();
        const known = next.get(key);
        next.set(key, { drawn: after, orders: (known?.orders ?? 0) + orders });
      }
    }
    open = next;
  }
  return ended;
};
