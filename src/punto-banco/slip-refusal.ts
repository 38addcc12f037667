/**
 * Why a change to a slip is refused: a closed list in order of precedence, and the rules that newly
 * placed stakes must keep.
 */
import { isMadeOfChips } from './chips.js';
import type { BettingRules } from './limits.js';
import type { Mode, Spot } from './spot.js';
import { type Stakes, mainStake, stakeOn } from './stakes.js';

/** Where several reasons apply, the first is given. */
export const SLIP_REFUSALS = [
  'spot_is_closed',
  'super_6_needs_zero_commission',
  'stake_not_made_of_chips',
  'stake_below_minimum',
  'stake_above_maximum',
  'opposite_bets',
  'super_6_needs_main_bet',
  'super_6_above_main_bets',
  'too_many_placements',
  'nothing_to_undo',
  'nothing_to_clear',
  'nothing_to_repeat',
  'nothing_to_double',
  'super_6_is_staked',
] as const;
export type SlipRefusal = (typeof SLIP_REFUSALS)[number];

/** The table's rules and the spots open in this round. */
export interface SlipRules extends BettingRules {
  readonly open: ReadonlySet<Spot>;
}

/**
 * The first rule that is broken when `placed` is added and the stakes become `after`. Limits apply
 * to the sum on a spot, chips to the amount placed. Spots that nothing is placed on are not checked
 * again, so a bet costs no more on a full slip.
 */
export const placingRefusal = (
  placed: Stakes,
  after: Stakes,
  mode: Mode,
  rules: SlipRules,
): SlipRefusal | undefined => {
  const { open, limits, chips } = rules;
  const spots = [...placed.keys()];
  if (spots.some((spot) => !open.has(spot))) return 'spot_is_closed';
  if (mode === 'normal' && placed.has('super_6')) return 'super_6_needs_zero_commission';
  if (spots.some((spot) => !isMadeOfChips(stakeOn(placed, spot), chips))) {
    return 'stake_not_made_of_chips';
  }
  if (spots.some((spot) => stakeOn(after, spot) < limits[spot].min)) return 'stake_below_minimum';
  if (spots.some((spot) => stakeOn(after, spot) > limits[spot].max)) return 'stake_above_maximum';
  if (rules.oppositeBets === 'reject' && after.has('punto') && after.has('banco')) {
    return 'opposite_bets';
  }
  return super6Refusal(after);
};

/** Super 6 may not exceed the sum of the main bets, at any moment (RULES 1.6). */
export const super6Refusal = (stakes: Stakes): SlipRefusal | undefined => {
  const super6 = stakes.get('super_6');
  if (super6 === undefined) return undefined;
  const main = mainStake(stakes);
  if (main === 0n) return 'super_6_needs_main_bet';
  return super6 > main ? 'super_6_above_main_bets' : undefined;
};
