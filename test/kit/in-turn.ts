/**
 * Two things done one after the other, or side by side, so that each order comes about among many
 * races.
 */
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The outcomes of both, `first` before the other begins. Undefined where neither is to be first.
 */
export const inTurn = <One, Other>(
  first: 'one' | 'other' | undefined,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<readonly [One, Other]> | undefined => {
  switch (first) {
    case undefined:
      return undefined;
    case 'one':
      return one().then(async (done) => [done, await other()]);
    case 'other':
      return other().then(async (done) => [await one(), done]);
  }
};

/**
 * What races another begins so many milliseconds after it: a few, so that the two meet on the way.
 */
export const headStart = (ms: number): Promise<void> => wait(ms);
