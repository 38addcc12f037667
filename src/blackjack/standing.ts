/**
 * What standing gains in Blackjack against a card of the bank, by the cards that are gone. It is
 * worked out once for each hand, whatever is played with it.
 */
import type { Fraction } from '../money/fraction.js';
import { comesBack } from '../money/verdict.js';
import { BANK_SCORES, bankWalk } from './bank-hands.js';
import { FULL_KINDS, KINDS, type KindCounts, cardsIn, countKinds } from './kinds.js';
import { type BlackjackPaytable, type Score, blackjackVerdict } from './paytable.js';
import { playerHands } from './player-hands.js';
import { TOTAL_MAX } from './total.js';

/**
 * The bank's first card by its kind. `gone` are the cards that have left the shoe besides the hand
 * itself and that card: the other card of a split, those of other boxes. `split` is the kind of a
 * split's cards, for a hand of one.
 */
export class Standing {
  readonly #left: KindCounts;
  readonly #cardsLeft: number;
  readonly #net: readonly (readonly number[])[];
  readonly #gains = new Float64Array(playerHands().length).fill(NaN);
  readonly #splits = new Map<number, Standing>();

  constructor(
    private readonly bank: number,
    private readonly gone: KindCounts,
    readonly split: number | undefined,
    private readonly paytable: BlackjackPaytable,
  ) {
    this.#left = FULL_KINDS.map((count, kind) => count - gone[kind]! - (kind === bank ? 1 : 0));
    this.#cardsLeft = cardsIn(this.#left);
    this.#net = netGains(paytable);
  }

  /** For a first stake of 1. A bust has lost it. */
  gain(hand: number): number {
    if (hand < 0) return -1;
    const known = this.#gains[hand]!;
    if (!Number.isNaN(known)) return known;
    const { counts, total, cards } = playerHands()[hand]!;
    const isBlackjack = this.split === undefined && cards === 2 && total === TOTAL_MAX;
    const net = this.#net[isBlackjack ? BLACKJACK : total]!;
    const gain = this.#meanOverBank(counts, this.#cardsLeft - cards, net);
    this.#gains[hand] = gain;
    return gain;
  }

  /** How probable each kind is as the next card. */
  chances(hand: number): readonly number[] {
    const { counts, cards } = playerHands()[hand]!;
    const all = this.#cardsLeft - cards;
    return counts.map((count, kind) => (this.#left[kind]! - count) / all);
  }

  /** Of one hand of a split: the other one's first card is gone. */
  afterSplit(kind: number): Standing {
    const { bank, gone, paytable } = this;
    const known = this.#splits.get(kind);
    const split = known ?? new Standing(bank, gone.with(kind, gone[kind]! + 1), kind, paytable);
    this.#splits.set(kind, split);
    return split;
  }

  /** The bank's hole card is as unknown as the rest of the shoe. */
  #meanOverBank(hand: KindCounts, cardsLeft: number, net: readonly number[]): number {
    const left = this.#left.map((count, kind) => count - hand[kind]!);
    const { steps, cardsMax } = bankWalk(this.bank);
    const chances = new Float64Array(cardsMax + 1);
    chances[0] = 1;
    let mean = 0;
    for (const { kind, depth, alike, orders, score } of steps) {
      const [before, of] = [chances[depth]!, left[kind]! - alike];
      const chance = before > 0 && of > 0 ? (before * of) / (cardsLeft - depth) : 0;
      chances[depth + 1] = chance;
      mean += chance * orders * net[score]!;
    }
    return mean;
  }
}

/** Against a kind of the bank's card, with a whole shoe. It is worked out once. */
export const ofWholeShoe = (bank: number, paytable: BlackjackPaytable): Standing => {
  const known =
    WHOLE.get(paytable) ??
    KINDS.map((_, kind) => new Standing(kind, countKinds([]), undefined, paytable));
  WHOLE.set(paytable, known);
  return known[bank]!;
};

const WHOLE = new WeakMap<BlackjackPaytable, readonly Standing[]>();

/** Where a blackjack's row is in `netGains`, behind the totals. */
const BLACKJACK = TOTAL_MAX + 1;

/** By the player's total, and for a blackjack: what it gains against each score of the bank. */
const netGains = (paytable: BlackjackPaytable): readonly (readonly number[])[] => {
  const against = (player: Score): readonly number[] =>
    BANK_SCORES.map((bank) => ratio(comesBack(blackjackVerdict(player, bank, paytable))) - 1);
  const plain = Array.from({ length: TOTAL_MAX + 1 }, (_, total) =>
    against({ total, isBlackjack: false }),
  );
  return [...plain, against({ total: TOTAL_MAX, isBlackjack: true })];
};

const ratio = ({ numerator, denominator }: Fraction): number =>
  Number(numerator) / Number(denominator);
