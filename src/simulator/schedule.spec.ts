import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Schedule } from './schedule.js';

describe('an agenda', () => {
  it('does each thing when it is due, in order', async () => {
    const clock = new ManualClock();
    const schedule = new Schedule(clock);
    const done: number[] = [];
    for (const ms of [300, 100, 200, 100]) schedule.after(ms, () => done.push(ms));
    await clock.advance(150);
    expect(done).toEqual([100, 100]);
    await clock.advance(200);
    expect(done).toEqual([100, 100, 200, 300]);
  });

  it('takes in what is added meanwhile', async () => {
    const clock = new ManualClock();
    const schedule = new Schedule(clock);
    const done: string[] = [];
    schedule.after(100, () => {
      done.push('first');
      schedule.after(50, () => done.push('second'));
    });
    await clock.advance(149);
    expect(done).toEqual(['first']);
    await clock.advance(1);
    expect(done).toEqual(['first', 'second']);
  });

  it('does nothing more once it is stopped', async () => {
    const clock = new ManualClock();
    const schedule = new Schedule(clock);
    const action = vi.fn();
    schedule.after(100, action);
    schedule.stop();
    schedule.after(100, action);
    await clock.advance(1_000);
    expect(action).not.toHaveBeenCalled();
  });
});
