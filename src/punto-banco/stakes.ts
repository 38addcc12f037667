/** Stakes: the amount on each spot, in minor units. Only spots with a stake are listed. */
import { type Amount, ZERO, amount } from '../money/amount.js';
import { MAIN_SPOTS, SPOTS, type Spot } from './spot.js';

export type Stakes = ReadonlyMap<Spot, Amount>;

export const NO_STAKES: Stakes = new Map<Spot, Amount>();

/** Of stakes as they are on the wire: amounts in digits, under the names of their spots. */
export const readStakes = (record: Readonly<Partial<Record<Spot, string>>>): Stakes =>
  new Map(
    SPOTS.flatMap((spot) => {
      const stake = record[spot];
      return stake === undefined ? [] : [[spot, amount(BigInt(stake))] as const];
    }),
  );

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
