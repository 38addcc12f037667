import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Alarm, type Clock, monotonicClock } from './clock.js';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the clock', () => {
  it('goes on when the time of day is changed', () => {
    vi.setSystemTime(1_800_000_000_000);
    const clock = monotonicClock();
    vi.advanceTimersByTime(1_500);
    vi.setSystemTime(0);
    expect(clock.nowMs()).toBe(1_800_000_001_500);
  });
});

describe('an alarm', () => {
  const start = () => {
    const clock: Clock = { nowMs: () => performance.now() };
    const rung: number[] = [];
    const alarm = new Alarm(clock, () => rung.push(clock.nowMs()));
    return { alarm, rung };
  };

  it('rings once at the time last set', () => {
    const { alarm, rung } = start();
    const began = performance.now();
    alarm.set(began + 500);
    alarm.set(began + 900);
    vi.advanceTimersByTime(5_000);
    expect(rung).toEqual([began + 900]);
  });

  it('rings at once for a time that has passed, and not when it was stopped or unset', () => {
    const { alarm, rung } = start();
    alarm.set(performance.now() - 500);
    vi.advanceTimersByTime(0);
    expect(rung).toHaveLength(1);
    alarm.set(performance.now() + 10);
    alarm.set(null);
    vi.advanceTimersByTime(50);
    alarm.set(performance.now() + 10);
    alarm.stop();
    vi.advanceTimersByTime(50);
    expect(rung).toHaveLength(1);
  });

  it('does not ring at once for a time that is months away', () => {
    const { alarm, rung } = start();
    alarm.set(performance.now() + 60 * DAY_MS);
    vi.advanceTimersByTime(24 * DAY_MS);
    expect(rung).toEqual([]);
    vi.advanceTimersByTime(DAY_MS); // earlier than asked: who set it sees that nothing is due, and sets it again
    expect(rung).toHaveLength(1);
  });
});
