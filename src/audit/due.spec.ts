import { describe, expect, it } from 'vitest';
import { type OpenLog, anchorReason, waitedMs } from './due.js';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const log = (ended: OpenLog['endedBy'], agoMs: number): OpenLog => ({
  endedBy: ended,
  waitingSinceMs: NOW - agoMs,
});

describe('a log is due for an anchor', () => {
  it('at the beginning and end of the table’s day and at the end of a shoe, whoever looks', () => {
    for (const occasion of ['start', 'hour', 'sweep'] as const) {
      expect(anchorReason(log('shoe_change_started', 1), occasion, HOUR, NOW)).toBe('shoe_end');
      expect(anchorReason(log('table_opened', 1), occasion, HOUR, NOW)).toBe('table_opened');
      expect(anchorReason(log('table_closed', 1), occasion, HOUR, NOW)).toBe('table_closed');
    }
  });

  it('at the studio’s start and when the queue’s hour has come', () => {
    expect(anchorReason(log(null, 1), 'start', HOUR, NOW)).toBe('start');
    expect(anchorReason(log(null, 1), 'hour', HOUR, NOW)).toBe('hour');
  });

  it('by the sweep when the hourly job did not come', () => {
    expect(anchorReason(log(null, HOUR), 'sweep', HOUR, NOW)).toBeUndefined();
    expect(anchorReason(log(null, HOUR * 1.1), 'sweep', HOUR, NOW)).toBeUndefined();
    expect(anchorReason(log(null, HOUR * 1.1 + 1), 'sweep', HOUR, NOW)).toBe('hour');
  });
});

describe('how long events have waited', () => {
  it('is the longest of all logs, and nothing where none waits', () => {
    expect(waitedMs([log(null, 5), log('table_closed', HOUR), log(null, 7)], NOW)).toBe(HOUR);
    expect(waitedMs([], NOW)).toBe(0);
    expect(waitedMs([log(null, -3)], NOW)).toBe(0);
  });
});
