/**
 * A census of everything that a composition can deal: each result of a coup, with the number of
 * ordered deals that lead to it.
 */
import type { CoupResult } from './coup.js';

/** Results that no deal leads to are not listed. */
export type Census = readonly CountedResult[];

interface CountedResult {
  readonly result: CoupResult;
  readonly ways: bigint;
}

/** All the ordered deals that were counted. */
export const dealsIn = (census: Census): bigint =>
  census.reduce((total, { ways }) => total + ways, 0n);
