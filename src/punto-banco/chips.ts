/**
 * Chips: what a table's stakes are made of. Every stake is a multiple of the smallest chip (RULES
 * 1.10).
 */
import { type Amount, ZERO, amount } from '../money/amount.js';
import { assert } from '../money/assert.js';

/**
 * The fewest chips that make `value`, largest first, for drawing the pile. Empty for zero,
 * undefined when no pile of these chips makes it. `chips` ascend, as in `BettingRules`.
 */
export const chipsOf = (value: Amount, chips: readonly Amount[]): readonly Amount[] | undefined => {
  if (value < 0n) return undefined;
  const eachDividesTheNext = chips.every((chip, i) => i === 0 || chip % chips[i - 1]! === 0n);
  return eachDividesTheNext ? largestFirst(value, chips) : fewest(value, chips);
};

/** Positive, and a multiple of the smallest chip. */
export const isMadeOfChips = (value: Amount, chips: readonly Amount[]): boolean =>
  value > 0n && value % smallestChip(chips) === 0n;

/**
 * The largest amount up to `value` that chips can make. Zero when `value` is below the smallest
 * chip.
 */
export const wholeChips = (value: bigint, chips: readonly Amount[]): Amount =>
  value > 0n ? amount(value - (value % smallestChip(chips))) : ZERO;

const smallestChip = (chips: readonly Amount[]): Amount => {
  const smallest = chips[0];
  assert(smallest !== undefined && smallest > 0n, 'a table has at least one chip, of some value');
  return smallest;
};

/** Exact where each chip divides the next larger one, as in the default set. */
const largestFirst = (value: Amount, chips: readonly Amount[]): readonly Amount[] | undefined => {
  const pile: Amount[] = [];
  let left: bigint = value;
  for (const chip of chips.toReversed()) {
    for (; left >= chip; left -= chip) pile.push(chip);
  }
  return left === 0n ? pile : undefined;
};

/**
 * Exact for any set of chips. It first finds the fewest chips for every smaller amount. Let the
 * largest chip be worth n units. Any n smaller chips include some whose sum fewer of the largest
 * chip make. So everything beyond n times the largest chip is made of the largest chip at once.
 */
const fewest = (value: Amount, chips: readonly Amount[]): readonly Amount[] | undefined => {
  const unit = chips.reduce<bigint>(greatestDivisor, 0n);
  if (value % unit !== 0n) return undefined;
  const largest = chips.at(-1)!;
  const square = (largest / unit) * largest;
  const ahead = value > square ? (value - square) / largest : 0n;

  const units = Number((value - ahead * largest) / unit);
  const worth = chips.map((chip) => Number(chip / unit));
  const pileSize = [0];
  for (let sum = 1; sum <= units; sum += 1) {
    pileSize.push(1 + Math.min(...worth.map((chip) => pileSize[sum - chip] ?? Infinity)));
  }
  if (pileSize[units] === Infinity) return undefined;

  const pile = new Array<Amount>(Number(ahead)).fill(largest);
  let left = units;
  while (left > 0) {
    const size = pileSize[left]!;
    const last = worth.findIndex((chip) => pileSize[left - chip] === size - 1);
    pile.push(chips[last]!);
    left -= worth[last]!;
  }
  return pile.sort((a, b) => Number(b - a));
};

const greatestDivisor = (a: bigint, b: bigint): bigint =>
  b === 0n ? a : greatestDivisor(b, a % b);
