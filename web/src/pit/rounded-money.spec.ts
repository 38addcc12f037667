/** Amounts for a glance never show less than there is. */
import { expect, test } from 'vitest';
import { roundedMoney } from './rounded-money.js';

test.each([
  [0n, 'EUR', '0'],
  [5_848_000n, 'EUR', '58,480'],
  [5_848_001n, 'EUR', '58,481'],
  [9_999_999n, 'EUR', '100,000'],
  [14_520_100n, 'EUR', '146K'],
  [145_200_100n, 'EUR', '1.46M'],
  [58_480n, 'JPY', '58,480'],
])('%s minor units of %s are %s', (minor, currency, text) => {
  expect(roundedMoney(minor, currency, 'en')).toBe(text);
});
