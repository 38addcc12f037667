import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from './amount.js';
import { winningsRoundedDown } from './odds.js';

const odds = fc.record({
  win: fc.integer({ min: 1, max: 30 }),
  stake: fc.integer({ min: 1, max: 20 }),
});
const stakes = fc.bigInt({ min: 0n, max: 10n ** 18n }).map(amount);

describe('winnings', () => {
  it.each([
    [33, { win: 19, stake: 20 }, 31n], // RULES 1.5: 0.95 × 33 c
    [100, { win: 19, stake: 20 }, 95n],
    [1, { win: 19, stake: 20 }, 0n],
    [5, { win: 1, stake: 2 }, 2n],
    [33, { win: 1, stake: 1 }, 33n],
    [33, { win: 30, stake: 1 }, 990n],
    [0, { win: 8, stake: 1 }, 0n],
  ])('on %i c at %o are %i c', (stake, at, winnings) => {
    expect(winningsRoundedDown(amount(stake), at)).toBe(winnings);
  });

  it('are the largest whole number that the odds allow, however large the stake', () => {
    fc.assert(
      fc.property(stakes, odds, (stake, at) => {
        const exact = stake * BigInt(at.win);
        const paid = winningsRoundedDown(stake, at) * BigInt(at.stake);
        expect(paid <= exact && exact < paid + BigInt(at.stake)).toBe(true);
      }),
    );
  });

  it('on two bets are never more than on one bet of their sum', () => {
    fc.assert(
      fc.property(stakes, stakes, odds, (one, other, at) => {
        const apart = winningsRoundedDown(one, at) + winningsRoundedDown(other, at);
        expect(apart <= winningsRoundedDown(amount(one + other), at)).toBe(true);
      }),
    );
  });
});
