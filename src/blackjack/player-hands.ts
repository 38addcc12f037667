/** Every hand that a player can hold without a bust, by its kinds of cards in any order. */
import { assert } from '../money/assert.js';
import { KINDS, type KindCounts, cardsIn, cardsOf } from './kinds.js';
import { type BlackjackChoice, choicesOf } from './rules.js';
import { TOTAL_MAX, totalOf } from './total.js';

interface PlayerHand {
  readonly counts: KindCounts;
  readonly cards: number;
  readonly total: number;
  readonly isSoft: boolean;
  /** With one more card of each kind: the index of that hand, or −1 for a bust. */
  readonly next: readonly number[];
  /** What may be done with it, as it was dealt. */
  readonly choices: readonly BlackjackChoice[];
}

/** Made when they are asked for first: that takes a process a tenth of its start. */
let known: readonly PlayerHand[] | undefined;

/** The hand of no cards is the first; a hand comes before those that it may become. */
export const playerHands = (): readonly PlayerHand[] => (known ??= allHands());

const allHands = (): readonly PlayerHand[] => {
  const found = new Map<string, KindCounts>();
  const find = (counts: KindCounts): void => {
    const cards = cardsOf(counts);
    if (found.has(counts.join()) || totalOf(cards).total > TOTAL_MAX) return;
    found.set(counts.join(), counts);
    for (const [kind, count] of counts.entries()) find(counts.with(kind, count + 1));
  };
  find(KINDS.map(() => 0));
  const byCards = [...found.values()].sort((a, b) => cardsIn(a) - cardsIn(b));
  const index = new Map(byCards.map((counts, at) => [counts.join(), at]));
  return byCards.map((counts) => {
    const cards = cardsOf(counts);
    return {
      counts,
      cards: cards.length,
      ...totalOf(cards),
      next: counts.map((count, kind) => index.get(counts.with(kind, count + 1).join()) ?? -1),
      choices: choicesOf({ cards, isSplit: false, isDoubled: false, hasStood: false }),
    };
  });
};

let indexes: ReadonlyMap<string, number> | undefined;

/** The index of a hand that is no bust. */
export const handOf = (counts: KindCounts): number => {
  indexes ??= new Map(playerHands().map((hand, at) => [hand.counts.join(), at]));
  const index = indexes.get(counts.join());
  assert(index !== undefined, 'a hand that is played is no bust');
  return index;
};

/** What may be done with it as a hand of a split, whose first card is of this kind. */
export const choicesAfterSplit = (
  { counts }: PlayerHand,
  kind: number,
): readonly BlackjackChoice[] => {
  const cards = [KINDS[kind]!, ...cardsOf(counts.with(kind, counts[kind]! - 1))];
  return choicesOf({ cards, isSplit: true, isDoubled: false, hasStood: false });
};
