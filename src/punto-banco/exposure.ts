/**
 * Exposure: the most that a round could have to pay, for each outcome, over every coup that a shoe
 * can deal.
 */
import { type Amount, ZERO, amount } from '../money/amount.js';
import { paid } from '../money/verdict.js';
import { type Outcome, OUTCOMES } from './outcome.js';
import type { Paytable } from './paytable.js';
import { type PayingClass, payingClasses } from './paying-class.js';
import { MODES, type Mode } from './spot.js';
import type { Stakes } from './stakes.js';

/**
 * The stakes of all players together on each spot, each stake in the mode of the player who placed
 * it.
 */
export type StakesByMode = Readonly<Record<Mode, Stakes>>;

/**
 * Everything that would come back to players, stakes included, in minor units. Each spot's stakes
 * are counted as one bet. Paid bet by bet they come to at most that, since the winnings of each are
 * rounded down.
 */
export const exposure = (
  stakes: StakesByMode,
  paytable: Paytable,
): Readonly<Record<Outcome, Amount>> => {
  const worst = new Map<Outcome, Amount>();
  for (const each of payingClasses(paytable)) {
    const pays = payout(each, stakes);
    if (pays > (worst.get(each.outcome) ?? ZERO)) worst.set(each.outcome, pays);
  }
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, worst.get(outcome) ?? ZERO]),
  ) as Record<Outcome, Amount>;
};

const payout = ({ verdicts }: PayingClass, stakes: StakesByMode): Amount => {
  let total = 0n;
  for (const mode of MODES) {
    for (const [spot, stake] of stakes[mode]) total += paid(verdicts[mode][spot], stake);
  }
  return amount(total);
};
