import { describe, expect, it, vi } from 'vitest';
import { exponentOf, isCurrency } from './currency.js';

describe('the minor unit of a currency', () => {
  // Intl has none for some of them: by coins that are in use, and not by ISO 4217.
  it.each([
    ['JPY', 0],
    ['XPF', 0],
    ['EUR', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['RSD', 2],
    ['XXX', 2],
    ['ABC', 2],
    ['KWD', 3],
    ['IQD', 3],
    ['CLF', 4],
    ['BTC', 8],
  ])('of %s has %i decimals', (currency, exponent) => {
    expect(exponentOf(currency)).toBe(exponent);
  });

  it('is not asked of Intl, which has other ones in each Node and browser', () => {
    const asked = vi.spyOn(Intl, 'NumberFormat');
    for (const currency of ['HUF', 'EUR', 'ISK', 'ABC']) exponentOf(currency);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
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
