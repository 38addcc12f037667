import { describe, expect, it } from 'vitest';
import { MovingClock } from '../../test/kit/moving-clock.js';
import { type Clock, systemClock } from '../platform/clock.js';
import { Metrics } from '../platform/metrics.js';
import { ClockCheck } from './clock-check.js';

const START_MS = 1_800_000_000_000;

/** A machine whose time of day and whose own count of time are moved by hand. */
const machine = () => {
  const at = { dayMs: START_MS, countMs: 0 };
  return {
    clock: systemClock({ dayMs: () => at.dayMs, countMs: () => at.countMs }),
    pass: (ms: number) => {
      at.dayMs += ms;
      at.countMs += ms;
    },
    /** As a virtual machine that is suspended: its own count stands still. */
    isSuspended: (ms: number) => void (at.dayMs += ms),
  };
};

const checkOf = (clock: Clock) => {
  const metrics = new Metrics();
  return { check: new ClockCheck(clock, metrics), metrics };
};

describe('the clock', () => {
  it('of a machine that stood still goes on from the time of day, once the database agrees', () => {
    const { clock, pass, isSuspended } = machine();
    const { check } = checkOf(clock);
    isSuspended(30_000);
    expect(clock.nowMs()).toBe(START_MS);
    pass(100);
    expect(check.heard(START_MS + 30_100, clock.nowMs())).toBe(30_000);
    expect(clock.nowMs()).toBe(START_MS + 30_100);
    expect(check.skewMs).toBe(0);
    pass(50);
    expect(clock.nowMs()).toBe(START_MS + 30_150);
  });

  it('that somebody set forward is not followed, where the database says otherwise', () => {
    const { clock, isSuspended } = machine();
    const { check } = checkOf(clock);
    isSuspended(3_600_000);
    expect(check.heard(START_MS, clock.nowMs())).toBe(0);
    expect(clock.nowMs()).toBe(START_MS);
  });

  it('never goes back, and is wrong when it is ahead of the database twice in a row', async () => {
    const { clock } = machine();
    const { check, metrics } = checkOf(clock);
    expect(check.heard(START_MS - 1_500, clock.nowMs())).toBe(0);
    expect(check.skewMs, 'one answer is not enough').toBe(0);
    check.heard(START_MS - 1_500, clock.nowMs());
    expect(check.skewMs).toBe(-1_500);
    expect(await metrics.registry.metrics()).toContain('sabot_clock_skew_seconds -1.5');
    check.heard(START_MS, clock.nowMs());
    expect(check.skewMs).toBe(0);
  });

  it('is not judged by an answer that was longer on its way than it is wrong', () => {
    const { clock, pass } = machine();
    const { check } = checkOf(clock);
    for (let time = 1; time <= 3; time += 1) {
      const askedMs = clock.nowMs();
      pass(4_000);
      check.heard(askedMs, askedMs);
    }
    expect(check.skewMs).toBe(0);
  });

  it('is held to the least that a slow answer allows', async () => {
    const { clock, pass } = machine();
    const { check, metrics } = checkOf(clock);
    for (let time = 1; time <= 2; time += 1) {
      const askedMs = clock.nowMs();
      pass(4_000);
      check.heard(askedMs - 2_500, askedMs);
    }
    expect(check.skewMs, 'the database was asked when it said 2.5 s less').toBe(-2_500);
    expect(await metrics.registry.metrics()).toContain('sabot_clock_skew_seconds -2.5');
  });

  it('is carried on by a slow answer, too', () => {
    const { clock, pass, isSuspended } = machine();
    const { check } = checkOf(clock);
    const askedMs = clock.nowMs();
    pass(100);
    isSuspended(30_000);
    pass(4_000);
    expect(check.heard(START_MS + 30_100, askedMs)).toBe(30_000);
    expect(clock.nowMs()).toBe(START_MS + 34_100);
    expect(check.skewMs).toBe(0);
  });

  it('that a test moves on is right at every moment of the way', async () => {
    const clock = new MovingClock();
    const { check } = checkOf(clock);
    const endMs = clock.nowMs() + 60_000;
    const looks = [1, 2, 3].map((time) => {
      let askedMs = 0;
      clock.after(time * 10_000, () => (askedMs = clock.nowMs()));
      return new Promise<void>((resolve) => {
        clock.after(time * 10_000 + 5_000, () => {
          check.heard(endMs, askedMs);
          expect(check.skewMs).toBe(0);
          resolve();
        });
      });
    });
    await clock.move(60_000);
    await Promise.all(looks);
    expect(Math.abs(clock.nowMs() - endMs)).toBeLessThan(1_000);
  });
});
