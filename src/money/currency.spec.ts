import { describe, expect, it } from 'vitest';
import { exponentOf, isCurrency } from './currency.js';

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

describe('a currency', () => {
  it.each(['EUR', 'JPY', 'XCG', 'XOF', 'ZWG', 'XXX', 'BTC'])('is %s', (code) => {
    expect(isCurrency(code)).toBe(true);
  });

  // Some are of before, some are of funds and metals, and some are of nobody.
  it.each(['DEM', 'HRK', 'BGN', 'ANG', 'XAU', 'XTS', 'CLF', 'EUE', 'ABC', 'eur', ''])(
    'is not %j',
    (code) => {
      expect(isCurrency(code)).toBe(false);
    },
  );
});
