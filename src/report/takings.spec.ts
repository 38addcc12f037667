import { describe, expect, it } from 'vitest';
import { Takings } from './takings.js';

const round = (turnover: bigint, payout: bigint, mean: number, variance: number) => ({
  bets: 2,
  turnover,
  payout,
  mean,
  variance,
});

describe('takings', () => {
  it('add up, with what was not paid as the hold', () => {
    const takings = new Takings();
    takings.add(round(1_000n, 2_000n, 980, 10_000));
    takings.add(round(3_000n, 0n, 2_950, 6_900));
    expect(takings.line('EUR')).toEqual({
      currency: 'EUR',
      rounds: 2,
      bets: 4,
      turnover: '4000',
      payout: '2000',
      hold: '2000',
      holdPercent: '50.0000',
      expectedHold: '70',
      band: { low: '-185', high: '325' }, // 70 ± 1.96 × 130
      isWithin: false,
    });
  });

  it('of nothing say nothing', () => {
    expect(new Takings().line('EUR')).toMatchObject({ holdPercent: null, isWithin: true });
  });

  it('that paid more than was staked have a negative hold', () => {
    const takings = new Takings();
    takings.add(round(3n, 4n, 2.9, 9));
    expect(takings.line('EUR')).toMatchObject({ hold: '-1', holdPercent: '-33.3333' });
  });
});
