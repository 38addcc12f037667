/**
 * The spread of a round: what its stakes pay on average, and how far chance may move the payment
 * away from that.
 */
import type { Verdict } from '../money/verdict.js';
import type { StakesByMode } from './exposure.js';
import type { Chances, PayingClass } from './paying-class.js';
import { MODES } from './spot.js';

/** In minor units and in floating point, for statistics only. No money is moved by it. */
export interface Spread {
  /** The mean of everything that comes back, stakes included and without rounding. */
  readonly mean: number;
  /**
   * Of everything that comes back, over all bets of the round together: one coup decides them all.
   */
  readonly variance: number;
}

export const spread = ({ classes, ways, deals }: Chances, stakes: StakesByMode): Spread => {
  const paid = classes.map((each) => paidBy(each, stakes));
  const average = (value: (index: number) => number): number =>
    ways.reduce((total, count, index) => total + (count / deals) * value(index), 0);
  const mean = average((index) => paid[index]!);
  return { mean, variance: average((index) => (paid[index]! - mean) ** 2) };
};

const paidBy = ({ verdicts }: PayingClass, stakes: StakesByMode): number => {
  let total = 0;
  for (const mode of MODES) {
    for (const [spot, stake] of stakes[mode]) total += Number(stake) * back(verdicts[mode][spot]);
  }
  return total;
};

/** For a stake of 1. */
const back = (given: Verdict): number => {
  switch (given.kind) {
    case 'lost':
      return 0;
    case 'returned':
      return 1;
    case 'won':
      return 1 + given.odds.win / given.odds.stake;
  }
};
