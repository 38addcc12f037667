/**
 * A slip: one player's bets in a round, placement by placement, and each command that changes it
 * (RULES 1.6–1.10).
 */
import type { Amount } from '../money/amount.js';
import { wholeChips } from './chips.js';
import type { Mode, Spot } from './spot.js';
import { type SlipRefusal, type SlipRules, placingRefusal, super6Refusal } from './slip-refusal.js';
import { NO_STAKES, type Stakes, addStakes, mainStake, stakeOn, takeStakes } from './stakes.js';

export { SLIP_REFUSALS, type SlipRefusal, type SlipRules } from './slip-refusal.js';
export type { Stakes } from './stakes.js';

/**
 * `placements` are newest last. `stakes` is their sum, kept up to date so that a bet needs no
 * recount.
 */
export interface Slip {
  readonly mode: Mode;
  readonly placements: readonly Stakes[];
  readonly stakes: Stakes;
}

export type SlipCommand =
  | { readonly kind: 'place'; readonly spot: Spot; readonly amount: Amount }
  | { readonly kind: 'place_all'; readonly stakes: Stakes }
  | { readonly kind: 'undo' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'repeat'; readonly previous: Stakes }
  | { readonly kind: 'double' }
  | { readonly kind: 'mode'; readonly mode: Mode };

export interface SlipChange {
  /** The slip after the command. */
  readonly slip: Slip;
  /** Minor units for each spot, with a sign. Empty for a mere change of mode. */
  readonly change: ReadonlyMap<Spot, bigint>;
  /** The sum of `change`: a positive sum leaves the session, a negative one comes back to it. */
  readonly total: bigint;
  /**
   * For Repeat: the spots that were not placed again, because they are closed now or do not exist
   * in the player's mode.
   */
  readonly leftOut: readonly Spot[];
  /** For Double: the spots that now hold less than twice what they held. */
  readonly capped: readonly Spot[];
}

/**
 * Whether the balance covers `total` is for the session to decide. What is placed together, a
 * Repeat and a Double are one placement each, so Undo takes each back whole. Choosing the mode that
 * already holds is accepted and changes nothing.
 */
export const changeSlip = (
  slip: Slip,
  command: SlipCommand,
  rules: SlipRules,
): SlipChange | SlipRefusal => {
  switch (command.kind) {
    case 'place':
      return place(slip, new Map([[command.spot, command.amount]]), rules);
    case 'place_all':
      return place(slip, command.stakes, rules);
    case 'undo':
      return undo(slip);
    case 'clear':
      return clear(slip);
    case 'repeat':
      return repeat(slip, command.previous, rules);
    case 'double':
      return double(slip, rules);
    case 'mode':
      return changeMode(slip, command.mode);
  }
};

export const emptySlip = (mode: Mode): Slip => ({ mode, placements: [], stakes: NO_STAKES });

/** Every bet is placed through here, as one placement. */
const place = (slip: Slip, placed: Stakes, rules: SlipRules): SlipChange | SlipRefusal => {
  const stakes = addStakes(slip.stakes, placed);
  const refusal = placingRefusal(placed, stakes, slip.mode, rules);
  if (refusal !== undefined) return refusal;
  if (slip.placements.length >= rules.placementsMax) return 'too_many_placements';
  return changed({ mode: slip.mode, placements: [...slip.placements, placed], stakes }, placed);
};

/**
 * Undoing newest first leads back only to stakes that were once lawful. Super 6 is checked all the
 * same, as RULES 1.6 asks.
 */
const undo = (slip: Slip): SlipChange | SlipRefusal => {
  const last = slip.placements.at(-1);
  if (last === undefined) return 'nothing_to_undo';
  const stakes = takeStakes(slip.stakes, last);
  const refusal = super6Refusal(stakes);
  if (refusal !== undefined) return refusal;
  const placements = slip.placements.slice(0, -1);
  return changed({ mode: slip.mode, placements, stakes }, negated(last));
};

const clear = (slip: Slip): SlipChange | SlipRefusal => {
  if (slip.placements.length === 0) return 'nothing_to_clear';
  return changed(emptySlip(slip.mode), negated(slip.stakes));
};

const repeat = (slip: Slip, previous: Stakes, rules: SlipRules): SlipChange | SlipRefusal => {
  const placed = new Map<Spot, Amount>();
  const leftOut: Spot[] = [];
  for (const [spot, stake] of previous) {
    const inMode = spot !== 'super_6' || slip.mode === 'zero_commission';
    if (rules.open.has(spot) && inMode) placed.set(spot, stake);
    else leftOut.push(spot);
  }
  const change = place(slip, placed, rules);
  if (typeof change === 'string') return change;
  return placed.size === 0 ? 'nothing_to_repeat' : { ...change, leftOut };
};

const double = (slip: Slip, rules: SlipRules): SlipChange | SlipRefusal => {
  const placed = raises(slip.stakes, rules);
  const change = place(slip, placed, rules);
  if (typeof change === 'string') return change;
  if (placed.size === 0) return 'nothing_to_double';
  const capped = [...slip.stakes].filter(([spot, stake]) => stakeOn(placed, spot) < stake);
  return { ...change, capped: capped.map(([spot]) => spot) };
};

/**
 * What Double adds to each spot: as much as it holds, within its limit and, for Super 6, within the
 * doubled main bets.
 */
const raises = (stakes: Stakes, { limits, chips }: SlipRules): Stakes => {
  const raised = new Map<Spot, Amount>();
  const raise = (spot: Spot, most: bigint) => {
    const stake = stakeOn(stakes, spot);
    const added = wholeChips(least(stake, most - stake), chips);
    if (added > 0n) raised.set(spot, added);
  };
  for (const spot of stakes.keys()) {
    if (spot !== 'super_6') raise(spot, limits[spot].max);
  }
  raise('super_6', least(limits.super_6.max, mainStake(stakes) + mainStake(raised)));
  return raised;
};

const changeMode = (slip: Slip, mode: Mode): SlipChange | SlipRefusal => {
  if (mode === 'normal' && slip.stakes.has('super_6')) return 'super_6_is_staked';
  return changed(mode === slip.mode ? slip : { ...slip, mode }, NO_STAKES);
};

const changed = (slip: Slip, change: ReadonlyMap<Spot, bigint>): SlipChange => {
  let total = 0n;
  for (const each of change.values()) total += each;
  return { slip, change, total, leftOut: [], capped: [] };
};

const negated = (stakes: Stakes): ReadonlyMap<Spot, bigint> =>
  new Map([...stakes].map(([spot, stake]) => [spot, 0n - stake]));

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
