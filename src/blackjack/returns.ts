/**
 * The return of Blackjack for one box: every first two cards against every card of the bank, by the
 * rules that deal and the verdict that pays. Insurance is never taken: its return is lower.
 */
import { type Fraction, fraction } from '../money/fraction.js';
import { comesBack } from '../money/verdict.js';
import { FULL_KINDS, KINDS, cardsIn } from './kinds.js';
import { type BlackjackPaytable, insuranceVerdict } from './paytable.js';
import { playerHands } from './player-hands.js';
import { type Chooser, Prospects } from './prospects.js';
import { ofWholeShoe } from './standing.js';
import { TOTAL_MAX } from './total.js';

/** The mean return on a first stake of 1, with the best play of each hand by its own cards. */
export const blackjackReturn = (
  paytable: BlackjackPaytable,
  chooserOf?: (bank: number) => Chooser,
): number => {
  let gain = 0;
  for (const bank of KINDS.keys()) {
    const chance = FULL_KINDS[bank]! / cardsIn(FULL_KINDS);
    const prospects = new Prospects(ofWholeShoe(bank, paytable), chooserOf?.(bank));
    gain += chance * valueOfDeal(prospects);
  }
  return 1 + gain;
};

/** Over both first cards. */
const valueOfDeal = (prospects: Prospects): number => {
  const { next } = playerHands()[0]!;
  let mean = 0;
  for (const [first, chance] of prospects.standing.chances(0).entries()) {
    const one = next[first]!;
    for (const [second, other] of prospects.standing.chances(one).entries()) {
      mean += chance * other * prospects.value(playerHands()[one]!.next[second]!);
    }
  }
  return mean;
};

/** The mean return on an insurance of 1 for a player who sees the bank's ace and no other card. */
export const insuranceReturn = (paytable: BlackjackPaytable): Fraction => {
  const blackjack = insuranceVerdict({ total: TOTAL_MAX, isBlackjack: true }, paytable);
  const { numerator, denominator } = comesBack(blackjack);
  const tens = BigInt(FULL_KINDS.at(-1)!);
  return fraction(numerator * tens, denominator * BigInt(cardsIn(FULL_KINDS) - 1));
};
