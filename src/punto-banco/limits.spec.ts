import { describe, expect, it } from 'vitest';
import { isMadeOfChips } from './chips.js';
import { DEFAULT_BETTING_RULES } from './limits.js';
import { SPOTS } from './spot.js';

describe('the default betting rules', () => {
  const { limits, chips, oppositeBets, placementsMax } = DEFAULT_BETTING_RULES;

  it('are those of RULES 1.7, in cents', () => {
    expect(chips).toEqual([100n, 500n, 2_500n, 10_000n, 50_000n, 100_000n]);
    expect(SPOTS.map((spot) => limits[spot].max)).toEqual([
      1_000_000n,
      1_000_000n,
      100_000n,
      ...new Array<bigint>(7).fill(50_000n),
    ]);
    expect(new Set(SPOTS.map((spot) => limits[spot].min))).toEqual(new Set([100n]));
    expect(oppositeBets).toBe('reject');
    expect(placementsMax).toBe(64);
  });

  it('have limits whose ends are both made of chips', () => {
    for (const spot of SPOTS) {
      expect(isMadeOfChips(limits[spot].min, chips)).toBe(true);
      expect(isMadeOfChips(limits[spot].max, chips)).toBe(true);
    }
  });
});
