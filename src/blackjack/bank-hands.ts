/** Every hand that the bank can end with, from the card that lies face up. */
import type { Card } from '../cards/card.js';
import { assert } from '../money/assert.js';
import { KINDS, type KindCounts, cardsOf, countKinds } from './kinds.js';
import { bankDraws } from './rules.js';
import { TOTAL_MAX, isTwoCard21, totalOf } from './total.js';

/** What the bank can end with: 17 to 21, a bust, and a blackjack. */
export const BANK_SCORES = [
  ...[17, 18, 19, 20, 21].map((total) => ({ total, isBlackjack: false })),
  { total: TOTAL_MAX + 1, isBlackjack: false },
  { total: TOTAL_MAX, isBlackjack: true },
] as const;

const scoreOf = (bank: readonly Card[]): number => {
  const total = Math.min(totalOf(bank).total, TOTAL_MAX + 1);
  const isBlackjack = isTwoCard21(bank);
  const score = BANK_SCORES.findIndex(
    (each) => each.total === total && each.isBlackjack === isBlackjack,
  );
  assert(score >= 0, 'the bank stands on 17 to 21');
  return score;
};

/** What the bank drew after its first card, the hole card among it, in any order. */
interface BankHand {
  readonly drawn: KindCounts;
  /** In how many orders of kinds it comes about: the bank stands before, in others. */
  readonly orders: number;
  /** By its position in `BANK_SCORES`. */
  readonly score: number;
}

const bankHands = (first: Card): readonly BankHand[] => {
  const ended: BankHand[] = [];
  let open = new Map([['', { drawn: countKinds([]), orders: 1 }]]);
  for (let cards = 0; open.size > 0; cards += 1) {
    const next: typeof open = new Map();
    for (const { drawn, orders } of open.values()) {
      const bank = [first, ...cardsOf(drawn)];
      if (cards > 0 && !bankDraws(bank)) {
        ended.push({ drawn, orders, score: scoreOf(bank) });
        continue;
      }
      for (const [kind, count] of drawn.entries()) {
        const after = drawn.with(kind, count + 1);
        const known = next.get(after.join());
        next.set(after.join(), { drawn: after, orders: (known?.orders ?? 0) + orders });
      }
    }
    open = next;
  }
  return ended;
};

/**
 * The bank's hands as steps of a walk, so that those that begin alike share their first factors. A
 * step adds a card of a kind that is no lower than the one before it.
 */
interface BankStep {
  readonly kind: number;
  /** How many cards were drawn before it, and how many of them are of its kind. */
  readonly depth: number;
  readonly alike: number;
  /** Zero where no hand of the bank ends here. */
  readonly orders: number;
  readonly score: number;
}

interface BankWalk {
  readonly steps: readonly BankStep[];
  /** As many cards as the bank may draw. */
  readonly cardsMax: number;
}

const walkFrom = (first: Card): BankWalk => {
  const steps = new Map<string, BankStep>();
  for (const { drawn, orders, score } of bankHands(first)) {
    const kinds = [...drawn.keys()].flatMap((kind) => new Array<number>(drawn[kind]!).fill(kind));
    for (const [depth, kind] of kinds.entries()) {
      const path = kinds.slice(0, depth + 1);
      const key = String.fromCodePoint(...path.map((each) => 65 + each));
      const isLast = depth + 1 === kinds.length;
      const alike = depth - kinds.indexOf(kind);
      if (isLast) steps.set(key, { kind, depth, alike, orders, score });
      else if (!steps.has(key)) steps.set(key, { kind, depth, alike, orders: 0, score: 0 });
    }
  }
  const inOrder = [...steps].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, step]) => step);
  return { steps: inOrder, cardsMax: Math.max(...inOrder.map(({ depth }) => depth + 1)) };
};

const walks = new Map<number, BankWalk>();

/**
 * By the kind of the card that lies face up. A step comes after the one that it goes on from. Each
 * is made when it is asked for first.
 */
export const bankWalk = (kind: number): BankWalk => {
  const walk = walks.get(kind) ?? walkFrom(KINDS[kind]!);
  walks.set(kind, walk);
  return walk;
};
