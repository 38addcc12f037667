/** Gaming days one after the other, whatever the zone of this machine. */
import { expect, test } from 'vitest';
import { dayAfter, dayText } from './day.js';

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2027-01-01', -1, '2026-12-31'],
  // The clocks change on these.
  ['2026-03-28', 1, '2026-03-29'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-25', -1, '2026-10-24'],
])('%s and %i is %s', (day, days, other) => {
  expect(dayAfter(day, days)).toBe(other);
});

test('a day is written as itself', () => {
  expect(dayText('2026-11-24', 'en-GB')).toBe('Tue, 24 Nov 2026');
});
