/** The rules of play in Blackjack: what a player may do with a hand, and the bank (RULES 5). */
import type { Card } from '../cards/card.js';
import { type Amount, amount } from '../money/amount.js';
import type { StakeLimits } from '../solo/stake-limits.js';
import { type BlackjackPaytableVersion, CURRENT_BLACKJACK_PAYTABLE } from './paytable.js';
import { TOTAL_MAX, totalOf, valueOf } from './total.js';

const BLACKJACK_CHOICES = ['card', 'stand', 'double', 'split'] as const;
export type BlackjackChoice = (typeof BLACKJACK_CHOICES)[number];

export const DECKS_IN_BLACKJACK = 6;

/** How many boxes a player may play. */
export const BOX_COUNTS: readonly number[] = [1, 3, 5];

/** One of the hands of a box. A box has two after a split. */
export interface HandInPlay {
  readonly cards: readonly Card[];
  readonly isSplit: boolean;
  readonly isDoubled: boolean;
  readonly hasStood: boolean;
}

/** A split hand gets its second card when its turn comes; a doubled one gets one card more. */
export const needsCard = ({ cards, isDoubled }: HandInPlay): boolean =>
  cards.length < 2 || (isDoubled && cards.length === 2);

/** Nothing more can be done: stood, doubled, 21 or more, or an ace of a split with its one card. */
export const isDone = (hand: HandInPlay): boolean => {
  const { cards, isSplit, isDoubled, hasStood } = hand;
  if (needsCard(hand)) return false;
  const isSplitAce = isSplit && valueOf(cards[0]!) === 1;
  return hasStood || isDoubled || isSplitAce || totalOf(cards).total >= TOTAL_MAX;
};

/** Any first two cards may be doubled, also after a split. A box is split once. */
export const choicesOf = (hand: HandInPlay): readonly BlackjackChoice[] => {
  if (needsCard(hand) || isDone(hand)) return [];
  const [first, second, third] = hand.cards;
  if (third !== undefined) return ['card', 'stand'];
  const isPair = valueOf(first!) === valueOf(second!);
  return isPair && !hand.isSplit ? BLACKJACK_CHOICES : ['card', 'stand', 'double'];
};

/** The bank stands on every 17, soft or hard. */
export const bankDraws = (bank: readonly Card[]): boolean => totalOf(bank).total < 17;

/** Half the stake, rounded down to the minor unit. */
export const insuranceOf = (stake: Amount): Amount => amount(stake / 2n);

export interface BlackjackRules {
  /** The one that the hand was opened on. */
  readonly paytable: BlackjackPaytableVersion;
  /** Of each box, and of its first stake only. */
  readonly limits: StakeLimits;
  /** At least one, ascending. Every stake is a multiple of the first. */
  readonly chips: readonly Amount[];
}

const euros = (whole: number): Amount => amount(whole * 100);

export const DEFAULT_BLACKJACK_RULES: BlackjackRules = Object.freeze({
  paytable: CURRENT_BLACKJACK_PAYTABLE,
  limits: Object.freeze({ min: euros(1), max: euros(1_000) }),
  chips: Object.freeze([1, 5, 25, 100, 500].map(euros)),
});
