/** The place of the mark of a hold. */
import { expect, test } from 'vitest';
import { placeInBand } from './band.js';

test.each([
  [0n, 25],
  [50n, 50],
  [100n, 75],
  [-500n, 0],
  [10_000n, 100],
])('in a band from 0 to 100 a hold of %s is at %i', (hold, at) => {
  expect(placeInBand(0n, 100n, hold).hold).toBe(at);
});

test('a band without a width has an inside and two outsides', () => {
  expect([-1n, 0n, 1n].map((hold) => placeInBand(0n, 0n, hold).hold)).toEqual([0, 50, 100]);
});
