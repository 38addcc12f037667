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

  it('is spent by what another process says, and owes no more than a whole one', () => {
    const budgets = slow();
    budgets.charge('Anna', 3, 0);
    expect(spends(budgets, 'Anna', 0, 2)).toEqual([true, false]);
    budgets.charge('Anna', 100, 0);
    expect(budgets.isSpent('Anna', 8_000)).toBe(true);
    expect(spends(budgets, 'Anna', 9_999, 1)).toEqual([false]);
    expect(spends(budgets, 'Anna', 10_000, 2)).toEqual([true, false]);
  });

  it.each([
    [1, 0.5, 4],
    [2, 0.5, 4],
    [4, 0.5, 4],
    [4, 20, 60],
  ])('gives no more to who asks at %i processes, at %d a second', (many, perSecond, atOnce) => {
    const processes = Array.from({ length: many }, () => new Budgets(perSecond, atOnce));
    const FOR_S = 600;
    let given = 0;
    for (let nowMs = 0; nowMs < FOR_S * 1_000; nowMs += 10) {
      given += processes.filter((each) => each.spend('Anna', nowMs)).length;
      for (const from of nowMs % 250 === 0 ? processes : []) {
        const { Anna: spent = 0 } = from.takeSpent(nowMs);
        for (const to of processes) if (to !== from) to.charge('Anna', spent, nowMs);
      }
    }
    expect(given).toBeGreaterThanOrEqual(FOR_S * perSecond);
    // Each process gives a whole one until it hears of the others.
    expect(given).toBeLessThanOrEqual(FOR_S * perSecond + atOnce * many);
  });

  it('says once what was spent of those that have less than half left', () => {
    const budgets = slow();
    spends(budgets, 'Anna', 0, 5);
    spends(budgets, 'Bea', 0, 2);
    expect(budgets.takeSpent(0)).toEqual({ Anna: 4 });
    expect(budgets.takeSpent(0)).toEqual({});
  });

  it('says then also what was spent before there was less than half left', () => {
    const budgets = slow();
    spends(budgets, 'Anna', 0, 2);
    expect(budgets.takeSpent(0)).toEqual({});
    spends(budgets, 'Anna', 0, 1);
    expect(budgets.takeSpent(0)).toEqual({ Anna: 3 });
    expect(budgets.takeSpent(0)).toEqual({});
  });

  it('says nothing of what has filled up again', () => {
    const budgets = slow();
    spends(budgets, 'Anna', 0, 2);
    expect(budgets.takeSpent(0)).toEqual({});
    spends(budgets, 'Anna', 2_000, 2);
    expect(budgets.takeSpent(2_000), 'one of four is back').toEqual({ Anna: 3 });
  });

  it('says nothing of it where another process has spent the rest', () => {
    const budgets = slow();
    spends(budgets, 'Anna', 0, 2);
    expect(budgets.takeSpent(0)).toEqual({});
    budgets.charge('Anna', 3, 4_000);
    spends(budgets, 'Anna', 4_000, 1);
    expect(budgets.takeSpent(4_000)).toEqual({ Anna: 1 });
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

  it('is forgotten also where nobody here spends anything of it', () => {
    const budgets = slow();
    for (let each = 0; each < 1_000; each += 1) budgets.charge(`early ${each}`, 3, 0);
    budgets.charge('Anna', 3, 8_000);
    expect(budgets.size).toBe(1);
  });

  it('says whether it is spent, and spends nothing by that', () => {
    const budgets = slow();
    expect(budgets.isSpent('Anna', 0), 'nobody has asked for anything').toBe(false);
    expect(budgets.size).toBe(0);
    spends(budgets, 'Anna', 0, 3);
    for (let time = 0; time < 10; time += 1) expect(budgets.isSpent('Anna', 0)).toBe(false);
    expect(spends(budgets, 'Anna', 0, 2)).toEqual([true, false]);
    expect(budgets.isSpent('Anna', 0)).toBe(true);
    expect(budgets.isSpent('Anna', 1_999), 'not yet a whole one').toBe(true);
    expect(budgets.isSpent('Anna', 2_000)).toBe(false);
    expect(budgets.isSpent('Bea', 0)).toBe(false);
  });

  it('has again what was given back, and no more than it began with', () => {
    const budgets = slow();
    spends(budgets, 'Anna', 0, 4);
    budgets.giveBack('Anna');
    expect(spends(budgets, 'Anna', 0, 2)).toEqual([true, false]);
    for (let time = 0; time < 10; time += 1) budgets.giveBack('Anna');
    expect(spends(budgets, 'Anna', 0, 5)).toEqual([true, true, true, true, false]);
    budgets.giveBack('nobody');
    expect(budgets.size).toBe(1);
  });
});
