/** Periods of a report: what is offered, and what a person may type. */
import { expect, test } from 'vitest';
import { SHIFT_MAX_MS } from '../../../../src/protocol/report.js';
import { SPANS, periodOf, readPeriod } from './shift-period.js';

const NOW = new Date(2026, 10, 21, 10, 5, 30).getTime();

test.each(SPANS)('%s is a period that the studio takes', (span) => {
  const { fromMs, toMs } = periodOf(span, NOW);
  expect(fromMs).toBeLessThan(toMs);
  expect(toMs - fromMs).toBeLessThanOrEqual(SHIFT_MAX_MS);
  expect(toMs).toBeLessThanOrEqual(NOW);
});

test('a field holds the minute, and is read as such', () => {
  expect(readPeriod('21/11/2026 02:05', '21/11/2026 10:05')).toEqual({
    fromMs: new Date(2026, 10, 21, 2, 5).getTime(),
    toMs: new Date(2026, 10, 21, 10, 5).getTime(),
  });
});

test.each([
  ['', '2026-11-21T10:05', 'not_a_time'],
  ['2026-11-21T10:05', '2026-11-21T10:05', 'ends_before'],
  ['2026-11-21T10:05', '2026-11-23T10:06', 'too_long'],
])('from %j to %j: %s', (from, to, fault) => {
  expect(readPeriod(from, to)).toBe(fault);
});

test('48 hours to the minute are not too long', () => {
  expect(readPeriod('2026-11-21T10:05', '2026-11-23T10:05')).toHaveProperty('fromMs');
});
