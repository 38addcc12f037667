/** Dice: a robot's choices, decided by the entropy it is given. */
import { type Entropy, uniformBelow } from '../cards/shuffle.js';

export interface Dice {
  /** A whole number from 0 to below `limit` (1–65,536). */
  readonly below: (limit: number) => number;
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  /** True in this many cases out of a hundred. */
  readonly chance: (percent: number) => boolean;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
}

export const diceOf = (entropy: Entropy): Dice => {
  const below = (limit: number) => uniformBelow(limit, entropy);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    pick: (items) => items[below(items.length)]!,
  };
};
