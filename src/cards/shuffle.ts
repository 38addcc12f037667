/**
 * The shuffle: every order of the cards is equally likely, given bytes that are (Fisher–Yates with
 * rejection sampling).
 */
import { assert } from '../money/assert.js';

/**
 * `count` bytes, each value equally likely and independent: in the studio, `randomBytes` of
 * `node:crypto`.
 */
export type Entropy = (count: number) => Uint8Array;

/** A new list in random order. `items` is not changed. */
export const shuffle = <T>(items: readonly T[], entropy: Entropy): readonly T[] => {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const chosen = uniformBelow(last + 1, entropy);
    [shuffled[last], shuffled[chosen]] = [shuffled[chosen]!, shuffled[last]!];
  }
  return shuffled;
};

/**
 * A whole number from 0 to below `limit` (1–65,536), each equally likely. A draw at or above the
 * largest multiple of `limit` is discarded and drawn again, because its remainder would favour the
 * small numbers.
 */
export const uniformBelow = (limit: number, entropy: Entropy): number => {
  assert(Number.isInteger(limit) && limit >= 1 && limit <= 65_536, 'the limit fits two bytes');
  const width = limit <= 256 ? 1 : 2;
  const values = 256 ** width;
  const fair = values - (values % limit);
  for (;;) {
    const bytes = entropy(width);
    assert(bytes.length === width, 'entropy gives as many bytes as it is asked for');
    const drawn = width === 1 ? bytes[0]! : bytes[0]! * 256 + bytes[1]!;
    if (drawn < fair) return drawn % limit;
  }
};
