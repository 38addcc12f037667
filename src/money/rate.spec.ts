import { describe, expect, it } from 'vitest';
import { byRate, parseRate } from './rate.js';

describe('a stated rate', () => {
  it.each([
    ['of as many decimals', 10_000n, 'CHF', 'EUR', '1.06', 10_600n],
    ['of none into two', 1_000n, 'JPY', 'EUR', '0.0061', 610n],
    ['of two into none', 1_000n, 'EUR', 'JPY', '163.9', 1_639n],
    ['of eight into two', 100_000_000n, 'BTC', 'EUR', '91234.56', 9_123_456n],
    ['is rounded toward zero', 1n, 'JPY', 'EUR', '0.0061', 0n],
    ['of less than nothing, too', -999n, 'CHF', 'EUR', '1.001', -999n],
    [
      'of more than a float holds',
      10n ** 18n,
      'CHF',
      'EUR',
      '1.000000000001',
      10n ** 18n + 10n ** 6n,
    ],
  ])('makes an amount %s', (_, amount, from, to, rate, made) => {
    expect(byRate(amount, from, to, rate)).toBe(made);
  });

  it.each([
    '',
    '0',
    '0.000',
    '-1',
    '1.',
    '.5',
    '01',
    '1e3',
    '1,06',
    '1.0000000000001',
    '1234567890',
  ])('is not %j', (text) => expect(parseRate(text)).toBeUndefined());
});
