/**
 * Amounts that are offered at a touch: round ones, as the table’s chips make them, as far as the
 * money goes.
 */

/** Ascending, minor units; the last is all there is. `chips` ascend. */
export const quickAmounts = (chips: readonly bigint[], available: bigint): readonly bigint[] => {
  const largest = chips.slice(-4).filter((chip) => chip < available);
  return available > 0n ? [...largest, available] : [];
};
