/** The health of a process as its operator sees it: whole, degraded, or dead. */
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis } from '../../scripts/setup/services.js';
import { Cable } from '../kit/cable.js';
import { type Studio, eventually, freePort } from '../kit/studio.js';
import { useTestbed } from '../kit/testbed.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
const testbed = useTestbed();
let cable: Cable;
let studio: Studio;

beforeAll(async () => {
  cable = await Cable.to(testbed.database.url);
  studio = await testbed.start({ DATABASE_URL: cable.through(testbed.database.url) });
});
afterAll(() => cable.close());

const stateOf = async ({ operationsUrl }: Studio) => {
  const answer = await fetch(`${operationsUrl}/health/state`);
  const body = (await answer.json()) as { status: string; complaints: readonly string[] };
  return { code: answer.status, ...body };
};

/** What a busy machine may add. */
const OF_THE_MACHINE = ['loop_slow', 'pool_exhausted'];
const own = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !OF_THE_MACHINE.includes(complaint));

describe('the health of a studio', () => {
  it('is good where nothing is wrong', async () => {
    const { code, complaints } = await stateOf(studio);
    expect([code, own(complaints)]).toEqual([200, []]);
    expect((await fetch(`${studio.operationsUrl}/health`)).status).toBe(200);
  });

  it('is degraded, and no worse, without the queue', async () => {
    const nowhere = `redis://127.0.0.1:${await freePort()}`;
    const poor = await testbed.start({ REDIS_URL: nowhere, QUEUE_BACKEND: 'redis' });
    const { code, status, complaints } = await stateOf(poor);
    expect([code, status, own(complaints)]).toEqual([200, 'degraded', ['queue_unreachable']]);
    const metrics = await (await fetch(`${poor.operationsUrl}/metrics`)).text();
    expect(metrics).toContain('sabot_streams_away 1');
    expect(metrics).toContain('sabot_complaints{complaint="queue_unreachable"} 1');
    expect(metrics).toContain('sabot_ready 1');
    await poor.stop();
  });

  it.runIf(hasRedis)(
    'is degraded where Redis refuses its password, which the log keeps to itself',
    async () => {
      const redis = new URL(process.env['TEST_REDIS_URL']!);
      [redis.username, redis.password] = ['nobody', 'the-password-of-redis'];
      const refused = await testbed.start({ REDIS_URL: redis.href, QUEUE_BACKEND: 'redis' });
      const { status, complaints } = await stateOf(refused);
      expect([status, own(complaints)]).toEqual(['degraded', ['queue_unreachable']]);
      await eventually('the log says why', () => refused.log.includes('WRONGPASS'));
      await refused.stop();
      expect(refused.log).not.toContain('the-password-of-redis');
    },
  );

  it.runIf(hasRedis)('is degraded where Redis takes no writes, before anybody plays', async () => {
    const server = (await startRedis())!;
    const redis = new Redis(server.url);
    const fed = await testbed.start({ REDIS_URL: server.url, QUEUE_BACKEND: 'redis' });
    const streamsAway = async (): Promise<string | undefined> => {
      const metrics = await (await fetch(`${fed.operationsUrl}/metrics`)).text();
      return /^sabot_streams_away (.)$/m.exec(metrics)?.[1];
    };
    await eventually('it is whole', async () => own((await stateOf(fed)).complaints).length === 0);
    await eventually('the streams are read', async () => (await streamsAway()) === '0');
    await redis.config('SET', 'maxmemory', '1');
    const { status, complaints } = await eventually('it is looked at again', async () => {
      const state = await stateOf(fed);
      return own(state.complaints).length > 0 && state;
    });
    expect([status, own(complaints)]).toEqual(['degraded', ['queue_unreachable']]);
    expect(await streamsAway()).toBe('1');
    await fed.stop();
    redis.disconnect();
    await server.stop();
  });

  it('is dead without the database, though the process goes on', async () => {
    cable.cut();
    const dead = await eventually('it is dead', async () => {
      const state = await stateOf(studio);
      return state.code === 503 && state;
    });
    expect(dead.status).toBe('dead');
    expect(dead.complaints).toContain('database_not_writable');
    expect((await fetch(`${studio.operationsUrl}/health`)).status).toBe(200);
    expect(await (await fetch(`${studio.operationsUrl}/metrics`)).text()).toContain(
      'sabot_ready 0',
    );
    cable.repair();
    await eventually('it is whole again', async () => (await stateOf(studio)).code === 200);
  });
});
