/** Which of a table’s chips is in hand, where the player wants one that it may not have. */

/**
 * The greatest chip that is not above the one that is wanted, or else the smallest. `chips` are in
 * minor units, ascending. Undefined where there are none.
 */
export const heldChip = (chips: readonly string[], wanted: string | null): bigint | undefined => {
  const values = chips.map(BigInt);
  const most = wanted === null ? undefined : BigInt(wanted);
  return values.findLast((value) => most !== undefined && value <= most) ?? values[0];
};
