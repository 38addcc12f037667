/**
 * A table runs in one studio, and somebody looks at it in another: what happens there comes without
 * a gap, whatever becomes of Redis (I6).
 */
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startRedis } from '../../scripts/setup/services.js';
import type { TableList } from '../../src/protocol/http.js';
import { Cable } from '../kit/cable.js';
import { Staff } from '../kit/clients.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;

describe.runIf(hasRedis)('somebody at another studio than the one that runs the table', () => {
  const testbed = useTestbed({ tables: {}, env: { TABLE_LEASE_MS: '30000' } });
  const table = 'pb-1';
  let server: Service;
  let redis: Redis;
  let cable: Cable;
  let owner: Studio;
  let edge: Studio;
  let dealer: Staff;
  let pit: Pit;

  beforeAll(async () => {
    server = (await startRedis())!;
    redis = new Redis(server.url);
    cable = await Cable.to(server.url);
    await testbed.setTable(table, QUICK);
    owner = await testbed.restart({ REDIS_URL: server.url }, table);
    edge = await testbed.start({ REDIS_URL: cable.through(server.url) });
    dealer = await testbed.staff(owner, 'Dora', { table });
    await dealer.makeReady();
    pit = await openPit(testbed, edge, 'Wolf');
    await eventually('the table is followed', async () => (await phaseAt(edge)) !== null);
    await pit.follows(table);
  });
  afterAll(async () => {
    redis.disconnect();
    await edge.stop();
    await owner.stop();
    cable.close();
    await server.stop();
  });

  const phaseAt = async (studio: Studio): Promise<string | null | undefined> => {
    const tables = (await (await fetch(`${studio.url}/tables`)).json()) as TableList;
    return tables.find((each) => each.table === table)?.phase;
  };

  /** A shoe has eight of a card, so that each round has a suit of its own. */
  let rounds = 0;
  const deal = (cards: string): Promise<void> =>
    dealer.deal(cards.replaceAll('*', 'hdsc'[rounds % 4]!));

  /** A round of which the pit has every message. What happens in the middle of it is `during`. */
  const isFollowed = async (during: () => unknown = () => undefined): Promise<void> => {
    const { seq } = await dealer.openBetting();
    await dealer.betsClosed(seq);
    rounds += 1;
    await deal('9* K*');
    await during();
    await deal('T* Q*');
    const { seq: settled } = await dealer.next('round_settled', { after: seq });
    await testbed.passing(pit.next('round_settled', { after: seq }));
    expect(pit.lastSeq.get(table)).toBeGreaterThanOrEqual(settled);
    expect(pit.gaps).toEqual([]);
  };

  it('is sent every message, and sees the table as whoever sits there', async () => {
    for (let round = 0; round < 3; round += 1) await isFollowed();
    expect((await pit.must('table:watch', { table })).snapshot).toEqual({
      ...(await (await openPit(testbed, owner, 'Wolf')).must('table:watch', { table })).snapshot,
    });
    expect(await phaseAt(edge)).toBe(await phaseAt(owner));
    const length = await redis.xlen(`bull:table:0:${table}`);
    expect(length).toBeGreaterThan(10);
  });

  it('comes back with the last number seen, and is sent what came since', async () => {
    const last = pit.lastSeq.get(table)!;
    await isFollowed();
    const { missed } = await pit.must('table:watch', { table, afterSeq: last });
    expect(missed?.[0]).toMatchObject({ prev: last });
    expect(missed?.at(-1)?.seq).toBe(pit.lastSeq.get(table));
  });

  it('misses nothing when Redis forgets everything', async () => {
    await isFollowed(() => redis.flushall());
    let isFlushing = true;
    const flushing = (async () => {
      while (isFlushing) await redis.flushall();
    })();
    await isFollowed();
    isFlushing = false;
    await flushing;
    await isFollowed();
  });

  it('misses nothing when Redis is cut off, or frozen, and comes back', async () => {
    await isFollowed(() => cable.cut());
    await isFollowed();
    await isFollowed(() => cable.repair());
    await isFollowed(() => cable.freeze());
    await isFollowed(() => cable.repair());
    await isFollowed();
  });
});
