/** A Redis that refuses what is written to it, though it can be read. */
import { Redis } from 'ioredis';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startRedis } from '../../scripts/setup/services.js';
import { streamsOf } from '../kit/streams.js';
import { eventually } from '../kit/studio.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
/** How often it is tried whether a write is taken. */
const TRIED_EVERY_MS = 5_000;

it.runIf(hasRedis)('is away until it takes a trial, which is made without a scrape', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = (await startRedis())!;
  const redis = new Redis(server.url);
  const streams = streamsOf(server.url);
  const refusals = async () => {
    const counted = /cmdstat_set:.*rejected_calls=(\d+)/.exec(await redis.info('commandstats'));
    return Number(counted?.[1] ?? 0);
  };
  try {
    let taken = 0;
    streams.follow('x', '0-0', () => (taken += 1));
    await eventually('it is there', () => !streams.isAway);
    // Of all that is written, trials alone are refused: what is added can be read.
    await redis.acl('SETUSER', 'default', '-set');
    expect(await streams.takesWrites()).toBe(false);
    for (const tries of [2, 3]) {
      vi.advanceTimersByTime(TRIED_EVERY_MS + 1);
      const before = taken;
      expect(await streams.add('x', '*', { n: '1' }, { entries: 10 })).toBe('added');
      await eventually('the stream is read', () => taken > before);
      expect(streams.isAway).toBe(true);
      await eventually('it is tried', async () => (await refusals()) === tries);
    }
    await redis.acl('SETUSER', 'default', '+set');
    vi.advanceTimersByTime(TRIED_EVERY_MS);
    await eventually('it is there again', () => !streams.isAway);
  } finally {
    streams.onApplicationShutdown();
    redis.disconnect();
    await server.stop();
  }
});
