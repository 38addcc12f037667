import { describe, expect, it } from 'vitest';
import { decimalText, decimalsOf } from './decimal.js';

describe('an amount in decimals', () => {
  it.each([
    [0n, 2, '0.00'],
    [5n, 2, '0.05'],
    [-5n, 2, '-0.05'],
    [123_400n, 2, '1234.00'],
    [-123_456n, 3, '-123.456'],
    [7n, 0, '7'],
    [-7n, 0, '-7'],
    [999_999_999_999_999_999n, 2, '9999999999999999.99'],
  ])('of %s minor units with %s is %s', (minorUnits, decimals, text) => {
    expect(decimalText(minorUnits, decimals)).toBe(text);
  });

  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    [null, 0],
  ])('of %s has %s', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals);
  });
});
