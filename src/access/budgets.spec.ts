import { describe, expect, it } from 'vitest';
import { Budgets } from './budgets.js';

/** Four at once, and one more every two seconds. */
const slow = (): Budgets => new Budgets(0.5, 4);

const spends = (budgets: Budgets, who: string, nowMs: number, times: number): readonly boolean[] =>
  Array.from({ length: times }, () => budgets.spend(who, nowMs));

describe('a budget for each name', () => {
  it('gives so many at once, and then one every so often', () => {
    const budgets = slow();
    expect(spends(budgets, 'Anna', 0, 5)).toEqual([true, true, true, true, false]);
    expect(spends(budgets, 'Anna', 1_999, 1)).toEqual([false]);
    expect(spends(budgets, 'Anna', 2_000, 2)).toEqual([true, false]);
    expect(spends(budgets, 'Anna', 60_000, 5)).toEqual([true, true, true, true, false]);
  });

  it('is separate for each name', () => {
    const budgets = slow();
    spends(budgets, 'Anna', 0, 5);
    expect(spends(budgets, 'Bea', 0, 1)).toEqual([true]);
  });

  it('is forgotten when it is full again, and no sooner', () => {
    const budgets = slow();
    for (let each = 0; each < 1_000; each += 1) budgets.spend(`early ${each}`, 0);
    spends(budgets, 'Anna', 7_999, 4);
    expect(budgets.size).toBe(1_001);
    expect(spends(budgets, 'Bea', 8_000, 1)).toEqual([true]);
    expect(budgets.size).toBe(2);
    expect(spends(budgets, 'Anna', 8_001, 1)).toEqual([false]);
  });
});
