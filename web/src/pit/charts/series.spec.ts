/** What charts draw is what the lines of reports say. */
import { expect, test } from 'vitest';
import type { HoursReport, ShiftReport } from '../../../../src/protocol/report.js';
import { hourSeries, spotBars } from './series.js';

const HOUR_MS = 3_600_000;
const hour = (at: number, hold: string, reach = 300) =>
  ({
    table: 'pb-1',
    atMs: at * HOUR_MS,
    currency: 'EUR',
    hold,
    expectedHold: '100',
    band: { low: String(100 - reach), high: String(100 + reach) },
  }) as HoursReport['hours'][number];

test('hours are added up, those without a round too, and bands by their squares', () => {
  const other = { ...hour(2, '900'), currency: 'USD' };
  const series = hourSeries(
    [hour(1, '1000'), hour(1, '-400', 400), other, hour(3, '50', 0)],
    'EUR',
    100,
  );
  expect(series).toEqual({
    at: [3_600, 7_200, 10_800],
    won: [6, 0, 0.5],
    hold: [6, 6, 6.5],
    expected: [2, 2, 3],
    low: [-3, -3, -2],
    high: [7, 7, 8],
  });
});

test('nothing was played: nothing is drawn', () => {
  expect(hourSeries([], 'EUR', 100).at).toEqual([]);
});

test('stakes of both modes are one bar, and the highest is first', () => {
  const line = (spot: string, turnover: string, currency = 'EUR') =>
    ({ spot, turnover, currency }) as ShiftReport['bySpot'][number];
  const lines = [
    line('punto', '500'),
    line('banco', '400'),
    line('banco', '300'),
    line('punto', '1', 'USD'),
  ];
  expect(spotBars(lines, 'EUR', 100)).toEqual([
    { spot: 'banco', turnover: 7 },
    { spot: 'punto', turnover: 5 },
  ]);
});
