import { describe, expect, it } from 'vitest';
import { quickAmounts } from './quick-amounts.js';

const CHIPS = [100n, 500n, 2_500n, 10_000n, 50_000n, 100_000n];

describe('the amounts offered at a touch', () => {
  it.each([
    { available: '0', offered: [] },
    { available: '40', offered: ['40'] },
    { available: '2500', offered: ['2500'] },
    { available: '30000', offered: ['2500', '10000', '30000'] },
    { available: '1000000', offered: ['2500', '10000', '50000', '100000', '1000000'] },
  ])('are $offered where there is $available', ({ available, offered }) => {
    expect(quickAmounts(CHIPS, BigInt(available)).map(String)).toEqual(offered);
  });
});
