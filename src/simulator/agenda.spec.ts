import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Agenda } from './agenda.js';

describe('an agenda', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does each thing when it is due, in order', () => {
    const agenda = new Agenda();
    const done: number[] = [];
    for (const ms of [300, 100, 200, 100]) agenda.after(ms, () => done.push(ms));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(150);
    expect(done).toEqual([100, 100]);
    vi.advanceTimersByTime(200);
    expect(done).toEqual([100, 100, 200, 300]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes in what is added meanwhile', () => {
    const agenda = new Agenda();
    const done: string[] = [];
    agenda.after(100, () => {
      done.push('first');
      agenda.after(50, () => done.push('second'));
    });
    vi.advanceTimersByTime(149);
    expect(done).toEqual(['first']);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['first', 'second']);
  });

  it('does nothing more once it is stopped', () => {
    const agenda = new Agenda();
    const action = vi.fn();
    agenda.after(100, action);
    agenda.stop();
    agenda.after(100, action);
    vi.advanceTimersByTime(1_000);
    expect(action).not.toHaveBeenCalled();
  });
});
