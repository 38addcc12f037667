import { describe, expect, it } from 'vitest';
import type { Tip } from '../../../src/protocol/tip.js';
import { withTips } from './last-tips.js';

const tip = (id: number, atMs = id * 1_000): Tip => ({
  ...{ table: 'pb-1', id: `${id}`, name: 'Anna', dealer: 'Dora', amount: '500', atMs },
});
const idsOf = (tips: readonly Tip[]) => tips.map(({ id }) => id);

describe('the tips of a desk', () => {
  it('have the one that was given last first, also where an earlier one is heard of later', () => {
    const kept = withTips(withTips([], [tip(9)]), [tip(11)]);
    expect(idsOf(kept)).toEqual(['11', '9']);
    expect(idsOf(withTips(kept, [tip(10)]))).toEqual(['11', '10', '9']);
    // Written down later than one that was given after it.
    expect(idsOf(withTips(kept, [tip(12, 10_000)]))).toEqual(['11', '12', '9']);
    expect(idsOf(withTips(kept, [tip(100, 11_000)]))).toEqual(['100', '11', '9']);
  });

  it('are there once, and the last twenty of them', () => {
    const many = Array.from({ length: 25 }, (_, index) => tip(index + 1));
    const kept = withTips(withTips([], many), [tip(25), tip(1)]);
    expect(idsOf(kept)).toEqual(idsOf(many.toReversed().slice(0, 20)));
  });

  it('lose none that came while they were read', () => {
    expect(idsOf(withTips([tip(3)], [tip(2), tip(1)]))).toEqual(['3', '2', '1']);
  });
});
