/** Ages at each of their borders. */
import { expect, test } from 'vitest';
import { ageText } from './age.js';

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1:00'],
  [3_599_999, '59:59'],
  [3_600_000, '1 h 00'],
  [4_800_000, '1 h 20'],
  [172_800_000, '2 d'],
])('%i ms are %s', (ms, text) => {
  expect(ageText(ms)).toBe(text);
});
