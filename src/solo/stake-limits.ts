/**
 * What may be staked in a solo game: sums that its chips make, between a minimum and a maximum. The
 * limits bind a first stake only, and never what is added to it later (RULES 5).
 */
import type { Amount } from '../money/amount.js';
import { isMadeOfChips } from '../punto-banco/chips.js';

/** In minor units, both ends included. */
export interface StakeLimits {
  readonly min: Amount;
  readonly max: Amount;
}

/** Where several reasons apply, the first is given. */
export const STAKE_REFUSALS = [
  'stake_not_made_of_chips',
  'stake_below_minimum',
  'stake_above_maximum',
] as const;
type StakeRefusal = (typeof STAKE_REFUSALS)[number];

/** The first rule that one of the stakes breaks. `chips` ascend. */
export const stakeRefusal = (
  stakes: readonly { readonly stake: Amount; readonly limits: StakeLimits }[],
  chips: readonly Amount[],
): StakeRefusal | undefined => {
  if (stakes.some(({ stake }) => !isMadeOfChips(stake, chips))) return 'stake_not_made_of_chips';
  if (stakes.some(({ stake, limits }) => stake < limits.min)) return 'stake_below_minimum';
  if (stakes.some(({ stake, limits }) => stake > limits.max)) return 'stake_above_maximum';
  return undefined;
};
