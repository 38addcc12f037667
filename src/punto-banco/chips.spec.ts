import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, sum } from '../money/amount.js';
import { chipsOf, isMadeOfChips, wholeChips } from './chips.js';
import { DEFAULT_BETTING_RULES } from './limits.js';

const { chips } = DEFAULT_BETTING_RULES;
const chipSet = (values: readonly number[]) => values.map((value) => amount(value));

/** Every amount that can be made, one chip at a time. */
const fewestByTrying = (value: number, values: readonly number[]): number | undefined => {
  let reached = new Set([0]);
  for (let count = 0; reached.size > 0; count += 1) {
    if (reached.has(value)) return count;
    const next = [...reached].flatMap((sum) => values.map((chip) => sum + chip));
    reached = new Set(next.filter((sum) => sum <= value));
  }
  return undefined;
};

describe('the chips of an amount', () => {
  it('are the fewest, largest first', () => {
    expect(chipsOf(amount(163_700), chips)).toEqual([
      100_000n,
      50_000n,
      10_000n,
      2_500n,
      500n,
      500n,
      100n,
      100n,
    ]);
  });

  it('are none for nothing', () => {
    expect(chipsOf(amount(0), chips)).toEqual([]);
  });

  it('are undefined for an amount that no chips make', () => {
    expect(chipsOf(amount(150), chips)).toBeUndefined();
    expect(chipsOf(amount(-100), chips)).toBeUndefined();
    expect(chipsOf(amount(7), chipSet([4, 6]))).toBeUndefined();
    expect(chipsOf(amount(2), chipSet([4, 6]))).toBeUndefined();
    expect(chipsOf(amount(-2), chipSet([4, 6]))).toBeUndefined();
  });

  it('are the fewest even where starting with the largest chip would take more', () => {
    expect(chipsOf(amount(40), chipSet([1, 5, 20, 25]))).toEqual([20n, 20n]);
    expect(chipsOf(amount(8), chipSet([4, 6]))).toEqual([4n, 4n]);
    expect(chipsOf(amount(66), chipSet([1, 5, 20, 25]))).toEqual([25n, 20n, 20n, 1n]);
  });

  it('are found at once where each chip divides the next, however large the amount', () => {
    expect(chipsOf(amount(2_000_000_000_001), chipSet([1, 1_000_000_000_000]))).toEqual([
      1_000_000_000_000n,
      1_000_000_000_000n,
      1n,
    ]);
  });

  it('are the fewest of a large amount, too, most of them the largest', () => {
    const pile = chipsOf(amount(100_001), chipSet([2, 3, 7]))!;
    expect(pile).toHaveLength(14_287);
    expect(new Set(pile.slice(0, 14_284))).toEqual(new Set([7n]));
    expect(sum(pile)).toBe(100_001n);
  });

  it('are the fewest in any set of chips', () => {
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sets, fc.integer({ min: 0, max: 300 }), (values, value) => {
        const ascending = values.toSorted((a, b) => a - b);
        const pile = chipsOf(amount(value), chipSet(ascending));
        expect(pile?.length).toBe(fewestByTrying(value, values));
        if (pile === undefined) return;
        expect(sum(pile)).toBe(BigInt(value));
        expect(pile).toEqual(pile.toSorted((a, b) => Number(b - a)));
      }),
    );
  });
});

describe('a table', () => {
  it.each([
    ['no chip', []],
    ['a chip of no value', [0, 100]],
    ['a chip below zero', [-1]],
  ])('with %s has no amounts', (_, values) => {
    const why = 'a table has at least one chip, of some value';
    expect(() => isMadeOfChips(amount(100), chipSet(values))).toThrow(why);
    expect(() => wholeChips(100n, chipSet(values))).toThrow(why);
  });
});

describe('an amount', () => {
  it('is made of chips when it is a positive multiple of the smallest', () => {
    const amounts = [-100, 0, 1, 99, 100, 150, 700].map((value) => amount(value));
    expect(amounts.filter((value) => isMadeOfChips(value, chips))).toEqual([100n, 700n]);
  });

  it('contains the largest multiple of the smallest chip', () => {
    expect([-150n, -50n, 0n, 99n, 100n, 799n].map((value) => wholeChips(value, chips))).toEqual([
      0n,
      0n,
      0n,
      0n,
      100n,
      700n,
    ]);
  });
});
