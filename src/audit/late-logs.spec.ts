import { describe, expect, it } from 'vitest';
import { lateLogs } from './log-report.js';
import type { LogVerdict } from './verify.js';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;

const verdict = (log: string, untilMs: number, unvouchedSinceMs?: number): LogVerdict => ({
  log,
  rows: 1,
  anchors: 0,
  unvouched: 1,
  faults: [],
  untilMs,
  ...(unvouchedSinceMs !== undefined && { unvouchedSinceMs }),
});

describe('a log is late with its anchor', () => {
  it('where any log goes on for more than twice the time between two anchors', () => {
    const day = NOW - 24 * HOUR;
    const verdicts = [verdict('pb-2', NOW), verdict('pb-1', day, day)];
    expect(lateLogs(verdicts, HOUR, NOW)).toEqual([{ log: 'pb-1', sinceMs: day }]);
    const ofStaff = [verdict('pb-2', NOW), verdict('@staff', day, day)];
    expect(lateLogs(ofStaff, HOUR, NOW)).toEqual([{ log: '@staff', sinceMs: day }]);
    expect(lateLogs(verdicts, 12 * HOUR, NOW)).toEqual([]);
    expect(lateLogs(verdicts, 12 * HOUR - 1, NOW)).toHaveLength(1);
  });

  it('and not where the studio is off: nothing has come since', () => {
    const day = NOW - 24 * HOUR;
    const verdicts = [verdict('@staff', day), verdict('pb-1', day + HOUR, day)];
    expect(lateLogs(verdicts, HOUR, NOW)).toEqual([]);
    expect(lateLogs([], HOUR, NOW)).toEqual([]);
    const byConsole = [verdict('@staff', NOW, day), verdict('pb-1', day, day)];
    expect(lateLogs(byConsole, HOUR, NOW), 'but what the console has written').toEqual([]);
  });

  it('and not by a time that is still to come', () => {
    const verdicts = [verdict('pb-1', NOW + 24 * HOUR), verdict('@staff', NOW, NOW)];
    expect(lateLogs(verdicts, HOUR, NOW)).toEqual([]);
  });
});
