import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.js';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the clock', () => {
  it('goes on when the time of day is changed', () => {
    vi.setSystemTime(1_800_000_000_000);
    const clock = systemClock();
    vi.advanceTimersByTime(1_500);
    vi.setSystemTime(0);
    expect(clock.nowMs()).toBe(1_800_000_001_500);
  });

  it('acts once after the time asked for, even where that is months away', () => {
    const clock = systemClock();
    const actedAt: number[] = [];
    clock.after(60 * DAY_MS, () => actedAt.push(clock.nowMs()));
    vi.advanceTimersByTime(100 * DAY_MS);
    expect(actedAt).toEqual([60 * DAY_MS]);
  });

  it('acts at once, but not before it has returned, for a time that has passed', () => {
    const clock = systemClock();
    let acted = 0;
    clock.after(-500, () => (acted += 1));
    expect(acted).toBe(0);
    vi.advanceTimersByTime(1);
    expect(acted).toBe(1);
  });

  it('acts soon without time passing, but not before it has returned', () => {
    const acted = vi.fn();
    systemClock().soon(acted);
    expect(acted).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(acted).toHaveBeenCalledOnce();
  });

  it('acts again and again until it is cancelled', () => {
    const clock = systemClock();
    let acted = 0;
    const cancel = clock.every(10, () => (acted += 1));
    vi.advanceTimersByTime(35);
    cancel();
    vi.advanceTimersByTime(35);
    expect(acted).toBe(3);
  });

  it('does nothing later for what was cancelled', () => {
    const clock = systemClock();
    let acted = 0;
    clock.after(10, () => (acted += 1))();
    vi.advanceTimersByTime(35);
    expect(acted).toBe(0);
  });
});
