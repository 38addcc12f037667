import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import type { TableCommand } from '../round/command.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { emptyTable } from '../round/state.js';
import { StreamWatch } from './stream-watch.js';

const LIMIT_MS = 3_000;

describe('the watch over an encoder', () => {
  const start = (isElsewhere = false) => {
    const clock = new ManualClock(1_800_000_000_000);
    const given: TableCommand['kind'][] = [];
    const redis = { isAway: false };
    const settings = { ...DEFAULT_SETTINGS, streamLostMs: LIMIT_MS };
    const state = { ...emptyTable('pb-1', settings), phase: 'shoe_change' as const };
    const watch = new StreamWatch({
      clock,
      state: () => state,
      publish: ({ kind }) => given.push(kind),
      isCutOff: () => redis.isAway,
    });
    watch.wait();
    watch.beat(isElsewhere);
    return { clock, watch, given, redis };
  };

  it('misses it when no beat has come for as long as the settings say, and not before', async () => {
    const { clock, given } = start();
    await clock.advance(LIMIT_MS - 1);
    expect(given).toEqual([]);
    await clock.advance(1);
    expect(given).toEqual(['lose_stream']);
  });

  it.each([LIMIT_MS, 10_000])(
    'does not miss it after a machine or a process that stood still for %i ms',
    async (ms) => {
      const { clock, watch, given } = start();
      await clock.advance(1_000);
      clock.oversleep(ms);
      await clock.advance(0);
      await clock.advance(LIMIT_MS - 1);
      expect(given).toEqual([]);
      watch.beat(false);
      await clock.advance(LIMIT_MS - 1);
      expect(given).toEqual([]);
      await clock.advance(1);
      expect(given).toEqual(['lose_stream']);
    },
  );

  it('does not miss one at another process while Redis is away, nor at once afterwards', async () => {
    const { clock, given, redis } = start(true);
    redis.isAway = true;
    await clock.advance(60_000);
    redis.isAway = false;
    await clock.advance(LIMIT_MS * 0.7);
    expect(given).toEqual([]);
    await clock.advance(LIMIT_MS);
    expect(given).toEqual(['lose_stream']);
  });

  it('misses one that is connected here, whatever becomes of Redis', async () => {
    const { clock, given, redis } = start();
    redis.isAway = true;
    await clock.advance(LIMIT_MS);
    expect(given).toEqual(['lose_stream']);
  });
});
