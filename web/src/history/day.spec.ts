import { afterEach, describe, expect, it, vi } from 'vitest';
import { csvName, dayBeside, dayBounds, dayOf } from './day.js';

const HOUR_MS = 3_600_000;
const lived = (zone: string) => vi.stubEnv('TZ', zone);
afterEach(() => vi.unstubAllEnvs());

describe('a day', () => {
  it.each([
    ['Europe/Rome', '2026-03-28', 24],
    ['Europe/Rome', '2026-03-29', 23], // an hour is left out at 2
    ['Europe/Rome', '2026-10-25', 25], // an hour comes twice at 3
    ['Africa/Cairo', '2026-04-24', 23], // it begins at 1
    ['America/Havana', '2026-11-01', 25], // midnight comes twice
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-03-29', 24],
    ['Pacific/Apia', '2026-12-31', 24],
  ])('in %s, %s, has %i hours', (zone, day, hours) => {
    lived(zone);
    const { fromMs, toMs } = dayBounds(day)!;
    expect((toMs - fromMs) / HOUR_MS).toBe(hours);
    expect([dayOf(fromMs), dayOf(toMs - 1), dayOf(toMs)]).toEqual([day, day, dayBeside(day, 1)]);
    expect(dayOf(fromMs - 1)).toBe(dayBeside(day, -1));
  });

  it('begins at the player’s midnight, not at Greenwich’s', () => {
    lived('Asia/Tokyo');
    expect(dayBounds('2026-01-02')!.fromMs).toBe(Date.UTC(2026, 0, 1, 15));
    expect(dayOf(Date.UTC(2026, 0, 1, 15))).toBe('2026-01-02');
  });

  it.each([
    ['2026-01-01', -1, '2025-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', -1, '2026-10-24'],
  ])('beside %s by %i is %s', (day, days, beside) => {
    lived('Europe/Rome');
    expect(dayBeside(day, days)).toBe(beside);
  });

  it.each(['', '2026-02-30', '2026-13-01', '26-01-01', 'today'])('is not “%s”', (text) => {
    expect(dayBounds(text)).toBeUndefined();
  });

  it('names its download', () => {
    expect(csvName('rounds', '2026-03-29')).toBe('sabot-rounds-2026-03-29.csv');
    expect(csvName('statement', '2026-03-29')).toBe('sabot-statement-2026-03-29.csv');
  });
});
