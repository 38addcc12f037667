/**
 * The spread of a round: what its stakes pay on average, and how far from it chance may carry them.
 */
import type { StakesByMode } from './exposure.js';
import type { Chances, PayingClass } from './paying-class.js';
import type { Verdict } from './settle.js';
import { MODES } from './spot.js';

/** In minor units: a thing of statistics, in floating point. No money is moved by it. */
export interface Spread {
  /** All that comes back on average, stakes included and nothing rounded. */
  readonly mean: number;
  /** Of all that comes back, every bet of the round together: they win and lose by one coup. */
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

/** Of a stake of 1. */
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
