import type { PinoLogger } from 'nestjs-pino';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { Metrics } from './metrics.js';
import { type Poll, Poller, type Polling } from './poller.js';

/**
 * A poller that has started, with one poll, on a clock that is moved by hand, and what it logged.
 */
const polled = (poll: Partial<Poll> & Pick<Poll, 'look'>) => {
  const clock = new ManualClock(0);
  const lines: string[] = [];
  const log = (_: unknown, line: string) => void lines.push(line);
  const logger = { info: log, warn: log } as unknown as PinoLogger;
  const metrics = new Metrics();
  const poller = new Poller(clock, metrics, logger);
  const polling: Polling = poller.poll({ name: 'boards', everyMs: 100, ...poll });
  poller.onApplicationBootstrap();
  return { clock, lines, metrics, poller, polling };
};

/** A look that lasts until it is released, and counts. */
const slowLook = () => {
  let letGo: () => void = () => undefined;
  const slow = {
    begun: 0,
    look: () => {
      slow.begun += 1;
      return new Promise<void>((resolve) => (letGo = resolve));
    },
    end: async () => {
      letGo();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return slow;
};

describe('a poll', () => {
  it('looks at each interval, by the clock that it is given', async () => {
    const seenAtMs: number[] = [];
    const { clock } = polled({ look: (nowMs) => void seenAtMs.push(nowMs) });
    await clock.advance(350);
    expect(seenAtMs).toEqual([100, 200, 300]);
  });

  it('looks at the start where that is asked for', () => {
    const seenAtMs: number[] = [];
    polled({ look: (nowMs) => void seenAtMs.push(nowMs), atStart: true });
    expect(seenAtMs).toEqual([0]);
  });

  it('does not begin before the studio has started', async () => {
    const clock = new ManualClock(0);
    let looks = 0;
    const logger = { info: () => undefined, warn: () => undefined } as unknown as PinoLogger;
    const poller = new Poller(clock, new Metrics(), logger);
    poller.poll({ name: 'boards', everyMs: 100, look: () => void (looks += 1) });
    await clock.advance(1_000);
    expect(looks).toBe(0);
    poller.onApplicationBootstrap();
    await clock.advance(100);
    expect(looks).toBe(1);
  });

  it('begins at once where the studio has started already', async () => {
    const { clock, poller } = polled({ look: () => undefined });
    let looks = 0;
    poller.poll({ name: 'late', everyMs: 100, look: () => void (looks += 1) });
    await clock.advance(100);
    expect(looks).toBe(1);
  });

  it('never overlaps itself: the pause begins when the look has ended', async () => {
    const slow = slowLook();
    const { clock } = polled(slow);
    await clock.advance(1_000);
    expect(slow.begun).toBe(1);
    await slow.end();
    await clock.advance(99);
    expect(slow.begun).toBe(1);
    await clock.advance(1);
    expect(slow.begun).toBe(2);
  });

  it('does not look while it is not wanted, woken or not', async () => {
    let looks = 0;
    let isWanted = false;
    const look = () => void (looks += 1);
    const { clock, polling } = polled({ look, isWanted: () => isWanted });
    await clock.advance(500);
    polling.wake();
    expect(looks).toBe(0);
    isWanted = true;
    await clock.advance(100);
    expect(looks).toBe(1);
  });
});

describe('a wake', () => {
  it('leads to a look at once, and the next comes a whole interval later', async () => {
    const seenAtMs: number[] = [];
    const { clock, polling } = polled({ look: (nowMs) => void seenAtMs.push(nowMs) });
    await clock.advance(60);
    polling.wake();
    await clock.advance(100);
    expect(seenAtMs).toEqual([60, 160]);
  });

  it('during a look leads to one more when it has ended, however many wakes there were', async () => {
    const slow = slowLook();
    const { polling } = polled(slow);
    for (let wakes = 0; wakes < 4; wakes += 1) polling.wake();
    expect(slow.begun).toBe(1);
    await slow.end();
    expect(slow.begun).toBe(2);
    await slow.end();
    expect(slow.begun).toBe(2);
  });

  it('that somebody waits for is over when a look that began after it has ended', async () => {
    const slow = slowLook();
    const { polling } = polled({ ...slow, isWanted: () => false });
    const first = polling.look();
    let isDone = false;
    const second = polling.look().then(() => (isDone = true));
    await slow.end();
    await first;
    expect(isDone).toBe(false);
    await slow.end();
    await second;
    expect(slow.begun).toBe(2);
  });
});

describe('a notice', () => {
  const named = (looks: { readonly poller: Poller }, ...ids: readonly (string | undefined)[]) => {
    for (const id of ids) looks.poller.wake('session', id);
  };
  const seen: (readonly string[] | 'all')[] = [];
  const look = (_: number, ids?: ReadonlySet<string>) =>
    void seen.push(ids === undefined ? 'all' : [...ids]);
  const concerns = (id: string) => id !== 'stranger';

  it('leads to a look at what it names, and to none where that concerns nobody here', async () => {
    seen.length = 0;
    const polls = polled({ look, wokenBy: 'session', concerns });
    named(polls, 'stranger', 'anna');
    await polls.clock.advance(50);
    expect(seen).toEqual([['anna']]);
    named(polls, 'bea', 'cleo', 'bea');
    await polls.clock.advance(1);
    expect(seen.slice(1), 'the first at once').toEqual([['bea'], ['cleo', 'bea']]);
    named(polls, 'dora', undefined);
    await polls.clock.advance(1);
    expect(seen.at(-1), 'of which all may have changed').toBe('all');
  });

  it('puts off no look at everything, however many come', async () => {
    seen.length = 0;
    const polls = polled({ look, wokenBy: 'session', concerns });
    for (let atMs = 0; atMs < 500; atMs += 20) {
      named(polls, 'anna');
      await polls.clock.advance(20);
    }
    expect(seen.filter((ids) => ids === 'all').length).toBeGreaterThanOrEqual(4);
    seen.length = 0;
    const { clock, poller } = polled({ look, wokenBy: 'session', concerns });
    await clock.advance(99);
    poller.wake('session', 'anna');
    await clock.advance(2);
    expect(seen).toEqual([['anna'], 'all']);
  });

  it('leads to none while none is wanted, nor does what it has put off', async () => {
    seen.length = 0;
    let isHere = true;
    const isWanted = () => isHere;
    const { clock, poller } = polled({ look, wokenBy: 'session', concerns, isWanted });
    await clock.advance(50);
    poller.wake('session', 'anna');
    await clock.advance(1);
    isHere = false;
    await clock.advance(1_000);
    expect(seen).toEqual([['anna']]);
    isHere = true;
    await clock.advance(100);
    expect(seen).toEqual([['anna'], 'all']);
  });

  it('that led to a look that failed leads to one at everything', async () => {
    seen.length = 0;
    const failing = (nowMs: number, ids?: ReadonlySet<string>) => {
      look(nowMs, ids);
      if (ids !== undefined) throw new Error('away');
    };
    const polls = polled({ look: failing, wokenBy: 'session', concerns, everyMs: 10_000 });
    named(polls, 'anna');
    await polls.clock.advance(250);
    expect(seen).toEqual([['anna'], 'all']);
  });

  it('leads to a look at everything where nothing says whom it concerns', async () => {
    seen.length = 0;
    const polls = polled({ look, wokenBy: 'session' });
    named(polls, 'anna');
    await polls.clock.advance(1);
    expect(seen).toEqual(['all']);
  });
});

describe('a look that fails', () => {
  it('is tried again soon, then in ever longer pauses up to two seconds', async () => {
    const seenAtMs: number[] = [];
    const look = (nowMs: number) => {
      seenAtMs.push(nowMs);
      throw new Error('the database does not answer');
    };
    const { clock } = polled({ look, everyMs: 60_000, atStart: true });
    await clock.advance(8_000);
    expect(seenAtMs).toEqual([0, 250, 750, 1_750, 3_750, 5_750, 7_750]);
  });

  it('is logged once with its name, and once more when it fails in another way', async () => {
    const errors = ['away', 'away', 'away', 'full', 'full'];
    const look = () => {
      const error = errors.shift();
      if (error !== undefined) throw new Error(error);
    };
    const { clock, lines, metrics } = polled({ look });
    await clock.advance(10_000);
    expect(lines).toEqual([
      'boards: the look failed',
      'boards: the look failed',
      'boards: looked at again',
    ]);
    const text = await metrics.registry.getSingleMetricAsString('sabot_looks_total');
    expect(text).toContain('{poll="boards",outcome="failed"} 5');
  });
});

describe('the looks that are counted', () => {
  it('are there from the start, so that the first of them is an increase', async () => {
    const { metrics } = polled({ look: () => undefined });
    const text = await metrics.registry.getSingleMetricAsString('sabot_looks_total');
    expect(text).toContain('{poll="boards",outcome="done"} 0');
    expect(text).toContain('{poll="boards",outcome="failed"} 0');
  });
});

describe('the end of the studio', () => {
  it('waits for the look under way, and begins no more', async () => {
    const slow = slowLook();
    const { clock, poller, polling } = polled(slow);
    polling.wake();
    polling.wake();
    let isEnded = false;
    const end = poller.onModuleDestroy().then(() => (isEnded = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isEnded).toBe(false);
    await slow.end();
    await end;
    polling.wake();
    await polling.look();
    await clock.advance(1_000);
    expect(slow.begun).toBe(1);
  });

  it('waits no longer than a set time for a look that is stalled', async () => {
    const slow = slowLook();
    const { poller, polling } = polled(slow);
    polling.wake();
    const beganAt = performance.now();
    await poller.onModuleDestroy();
    expect(performance.now() - beganAt).toBeLessThan(3_000);
  });
});
