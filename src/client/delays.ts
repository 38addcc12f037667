/**
 * How long a client waits before it tries again: longer each time, from 500 to 1500 ms (RULES 2).
 */

export const FIRST_DELAY_MS = 500;
export const LONGEST_DELAY_MS = 1_500;

/** In ms, before the try that follows `failures` failed ones in a row. */
export const delayAfter = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * Math.max(1, failures), LONGEST_DELAY_MS);
