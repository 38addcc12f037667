/**
 * Takings: what rounds took and paid, beside what they would have paid on average, and the range in
 * which chance leaves the difference.
 */
import { decimalText } from '../history/decimal.js';
import type { ShiftLine } from '../protocol/report.js';
import type { Spread } from '../punto-banco/spread.js';

export interface Taken extends Spread {
  /** Stakes of one player on one spot. */
  readonly bets: number;
  readonly turnover: bigint;
  readonly payout: bigint;
}

/** In 95 of 100 cases a sum of many rounds is within this many standard deviations. */
const DEVIATIONS = 1.959964;

/**
 * Rounds depend on each other only by the cards that are left, and their means account for those.
 * So variances add up.
 */
export class Takings {
  #rounds = 0;
  #bets = 0;
  #turnover = 0n;
  #payout = 0n;
  #mean = 0;
  #variance = 0;

  add({ bets, turnover, payout, mean, variance }: Taken): void {
    this.#rounds += 1;
    this.#bets += bets;
    this.#turnover += turnover;
    this.#payout += payout;
    this.#mean += mean;
    this.#variance += variance;
  }

  line(currency: string): ShiftLine {
    const sum = { bets: this.#bets, turnover: this.#turnover, payout: this.#payout };
    return lineOf(
      { ...sum, rounds: this.#rounds, mean: this.#mean, variance: this.#variance },
      currency,
    );
  }
}

/** What is added up already. */
interface Sum extends Taken {
  readonly rounds: number;
}

export const lineOf = (
  { rounds, bets, turnover, payout, mean, variance }: Sum,
  currency: string,
): ShiftLine => {
  const hold = turnover - payout;
  const expected = Number(turnover) - mean;
  const reach = DEVIATIONS * Math.sqrt(variance);
  const low = BigInt(Math.floor(expected - reach));
  const high = BigInt(Math.ceil(expected + reach));
  return {
    currency,
    rounds,
    bets,
    turnover: turnover.toString(),
    payout: payout.toString(),
    hold: hold.toString(),
    holdPercent: turnover === 0n ? null : percentOf(hold, turnover),
    expectedHold: BigInt(Math.round(expected)).toString(),
    band: { low: low.toString(), high: high.toString() },
    isWithin: low <= hold && hold <= high,
  };
};

const PERCENT_DECIMALS = 4;

/** Four decimals, the rest cut off. */
const percentOf = (part: bigint, whole: bigint): string =>
  decimalText((part * 100n * 10n ** BigInt(PERCENT_DECIMALS)) / whole, PERCENT_DECIMALS);
