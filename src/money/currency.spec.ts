import { describe, expect, it } from 'vitest';
import { exponentOf } from './currency.js';

describe('the minor unit of a currency', () => {
  it.each([
    ['JPY', 0],
    ['EUR', 2],
    ['XXX', 2],
    ['KWD', 3],
    ['BTC', 8],
  ])('of %s has %i decimals', (currency, exponent) => {
    expect(exponentOf(currency)).toBe(exponent);
    expect(exponentOf(currency)).toBe(exponent);
  });
});
