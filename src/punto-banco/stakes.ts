/** Stakes: the amount on each spot, in minor units. Only spots with a stake are listed. */
import { type Amount, ZERO, amount } from '../money/amount.js';
import { MAIN_SPOTS, type Spot } from './spot.js';

export type Stakes = ReadonlyMap<Spot, Amount>;

export const NO_STAKES: Stakes = new Map<Spot, Amount>();

/** Zero where nothing is staked. */
export const stakeOn = (stakes: Stakes, spot: Spot): Amount => stakes.get(spot) ?? ZERO;

/** The sum on Punto, Banco and Egalité, within which Super 6 must stay (RULES 1.6). */
export const mainStake = (stakes: Stakes): Amount =>
  amount(MAIN_SPOTS.reduce((total, spot) => total + stakeOn(stakes, spot), 0n));

export const addStakes = (stakes: Stakes, placed: Stakes): Stakes => {
  const after = new Map(stakes);
  for (const [spot, stake] of placed) after.set(spot, amount(stakeOn(stakes, spot) + stake));
  return after;
};

/** `taken` must be covered by `stakes`. A spot that comes to zero is no longer listed. */
export const takeStakes = (stakes: Stakes, taken: Stakes): Stakes => {
  const after = new Map(stakes);
  for (const [spot, stake] of taken) {
    const left = stakeOn(stakes, spot) - stake;
    if (left > 0n) after.set(spot, amount(left));
    else after.delete(spot);
  }
  return after;
};
