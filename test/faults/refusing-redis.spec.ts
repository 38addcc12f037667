/** A Redis that refuses what is written to it, though it can be read. */
import { Redis } from 'ioredis';
import { PinoLogger } from 'nestjs-pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startRedis } from '../../scripts/setup/services.js';
import { readConfig } from '../../src/config.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Streams } from '../../src/platform/streams.service.js';
import { eventually } from '../kit/studio.js';

const LOGGER = new PinoLogger({ pinoHttp: { level: 'silent' } });
const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
/** How often it is tried whether a write is taken. */
const TRIED_EVERY_MS = 5_000;

it.runIf(hasRedis)('is away until it takes a trial, which is made without a scrape', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = (await startRedis())!;
  const redis = new Redis(server.url);
  const config = readConfig({
    SABOT_DEMO: '1',
    SABOT_JWT_KEY: 'a key that all processes of the test have',
    DATABASE_URL: 'postgresql://127.0.0.1:1/none',
    REDIS_URL: server.url,
  });
  const streams = new Streams(config, new Metrics(), LOGGER);
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
