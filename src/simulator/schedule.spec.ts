import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Schedule } from './schedule.js';

describe('an agenda', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does each thing when it is due, in order', () => {
    const schedule = new Schedule();
    const done: number[] = [];
    for (const ms of [300, 100, 200, 100]) schedule.after(ms, () => done.push(ms));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(150);
    expect(done).toEqual([100, 100]);
    vi.advanceTimersByTime(200);
    expect(done).toEqual([100, 100, 200, 300]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes in what is added meanwhile', () => {
    const schedule = new Schedule();
    const done: string[] = [];
    schedule.after(100, () => {
      done.push('first');
      schedule.after(50, () => done.push('second'));
    });
    vi.advanceTimersByTime(149);
    expect(done).toEqual(['first']);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['first', 'second']);
  });

  it('does nothing more once it is stopped', () => {
    const schedule = new Schedule();
    const action = vi.fn();
    schedule.after(100, action);
    schedule.stop();
    schedule.after(100, action);
    vi.advanceTimersByTime(1_000);
    expect(action).not.toHaveBeenCalled();
  });
});
