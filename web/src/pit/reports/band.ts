/**
 * Where a hold is against the band that chance leaves it: a place on a short line, with the band in
 * its middle.
 */

interface BandPlace {
  /** Per cent from the left. */
  readonly low: number;
  readonly high: number;
  readonly hold: number;
}

/** The band takes the middle half. What is farther out stays at the end of the line. */
export const placeInBand = (low: bigint, high: bigint, hold: bigint): BandPlace => {
  const width = Number(high - low);
  if (width <= 0) return { low: 25, high: 75, hold: hold < low ? 0 : hold > high ? 100 : 50 };
  const at = 25 + (Number(hold - low) / width) * 50;
  return { low: 25, high: 75, hold: Math.min(100, Math.max(0, at)) };
};
