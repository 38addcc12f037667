/**
 * By how much a clock that says `nowMs` is wrong at least, where the time is between `fromMs` and
 * `toMs`: behind where it is positive, ahead where it is negative, in whole ms.
 */
export const leastSkewMs = (nowMs: number, fromMs: number, toMs: number): number => {
  if (nowMs < fromMs) return Math.round(fromMs - nowMs);
  return nowMs > toMs ? Math.round(toMs - nowMs) : 0;
};
