/**
 * Amounts that are offered at a touch: round ones that the table’s chips can make, as far as the
 * money goes.
 */

/** Ascending, in minor units. The last is everything there is. `chips` ascend. */
export const quickAmounts = (chips: readonly bigint[], available: bigint): readonly bigint[] => {
  const largest = chips.slice(-4).filter((chip) => chip < available);
  return available > 0n ? [...largest, available] : [];
};
