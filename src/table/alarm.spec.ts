import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Alarm } from './alarm.js';

const DAY_MS = 86_400_000;

describe('an alarm', () => {
  const start = () => {
    const clock = new ManualClock(1_800_000_000_000);
    const rung: number[] = [];
    const alarm = new Alarm(clock, () => rung.push(clock.nowMs()));
    return { clock, alarm, rung };
  };

  it('rings once at the time last set', async () => {
    const { clock, alarm, rung } = start();
    const began = clock.nowMs();
    alarm.set(began + 500);
    alarm.set(began + 900);
    await clock.advance(5_000);
    expect(rung).toEqual([began + 900]);
  });

  it('rings at once for a time that has passed, and not when it was stopped or unset', async () => {
    const { clock, alarm, rung } = start();
    alarm.set(clock.nowMs() - 500);
    await clock.advance(0);
    expect(rung).toHaveLength(1);
    alarm.set(clock.nowMs() + 10);
    alarm.set(null);
    await clock.advance(50);
    alarm.set(clock.nowMs() + 10);
    alarm.stop();
    await clock.advance(50);
    expect(rung).toHaveLength(1);
  });

  it('does not ring before a time that is months away', async () => {
    const { clock, alarm, rung } = start();
    const began = clock.nowMs();
    alarm.set(began + 60 * DAY_MS);
    await clock.advance(59 * DAY_MS);
    expect(rung).toEqual([]);
    await clock.advance(DAY_MS);
    expect(rung).toEqual([began + 60 * DAY_MS]);
  });
});
