/** Amounts for a glance: an exposure is never shown as less than it is, a win as near as may be. */
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
  [0n, 'BTC', '0'],
  [20_000n, 'BTC', '0.0002'],
  [1_500_000n, 'BTC', '0.015'],
  [99_000_000n, 'BTC', '0.99'],
  [1_234_567_890n, 'BTC', '12.4'],
  [9_999_000_000n, 'BTC', '100'],
  [12_345_000_000n, 'BTC', '124'],
])('%s minor units of %s are %s', (minor, currency, text) => {
  expect(roundedMoney(minor, currency, 'en', 'ceil')).toBe(text);
});

test.each([
  [46_210n, '462'],
  [46_250n, '463'],
  [-46_210n, '-462'],
  [-46_290n, '-463'],
  [14_520_100n, '145K'],
])('a win of %s cents is %s', (minor, text) => {
  expect(roundedMoney(minor, 'EUR', 'en', 'halfExpand')).toBe(text);
});

test('a win of half a bitcoin is not none', () => {
  expect(roundedMoney(49_000_000n, 'BTC', 'en', 'halfExpand')).toBe('0.49');
  expect(roundedMoney(-1_234_567n, 'BTC', 'it', 'halfExpand')).toBe('-0,0123');
});
