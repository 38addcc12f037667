/**
 * The Redis of a studio is a cluster of three nodes: commands and news go between processes, rounds
 * are paid from the queue, and a node that is lost for a while costs nobody a message of the table.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableList } from '../../src/protocol/http.js';
import type { Player, Staff } from '../kit/clients.js';
import { RedisCluster, findClusterRedis } from '../kit/redis-cluster.js';
import { type Env, type Studio, eventually } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
const program = hasRedis ? await findClusterRedis() : undefined;
if (program === undefined) console.log('There is no Redis 7 here, and no cluster is tested.');
const TABLES = ['pb-1', 'pb-2', 'pb-3', 'pb-4', 'pb-5', 'pb-6'];
const [TABLE = ''] = TABLES;

describe.runIf(program !== undefined)('a studio whose Redis is a cluster', () => {
  // Nothing but the queue pays.
  const testbed = useTestbed({ tables: {}, env: { SETTLEMENT_SWEEP_MS: '60000' } });
  let cluster: RedisCluster;
  let owner: Studio;
  let edge: Studio;
  let dealer: Staff;
  let anna: Player;

  beforeAll(async () => {
    cluster = await RedisCluster.start(program!);
    for (const table of TABLES) await testbed.setTable(table, BETTING);
    const env: Env = { REDIS_URL: cluster.url, REDIS_CLUSTER: '1' };
    owner = await testbed.restart({ ...env, SABOT_ROLES: 'table,worker,edge' }, TABLE);
    edge = await testbed.start({ ...env, SABOT_ROLES: 'edge' });
    dealer = await testbed.staff(owner, 'Dora', { table: TABLE });
    await dealer.makeReady();
    await eventually('every table is followed', async () => (await seenAt(edge)) === TABLES.length);
    anna = await testbed.player(edge, 'Anna', { table: TABLE, euros: 1_000 });
  });
  afterAll(async () => {
    await edge?.stop();
    await owner?.stop();
    await cluster?.stop();
  });

  const seenAt = async (studio: Studio): Promise<number> => {
    const tables = (await (await fetch(`${studio.url}/tables`)).json()) as TableList;
    return tables.filter(({ phase }) => phase !== null).length;
  };

  /** A shoe has eight of a card, so that each round has a suit of its own. */
  let rounds = 0;
  /** Anna bets on the side that wins, at another process than that of the table. */
  const plays = async (): Promise<void> => {
    const { seq, game } = await dealer.openBetting();
    await anna.next('betting_opened', { after: seq - 1 });
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9* K* T* Q*'.replaceAll('*', 'hdsc'[(rounds += 1) % 4]!));
    await testbed.passing(dealer.next('round_settled', { after: seq }));
    await testbed.passing(anna.result(game));
    expect(anna.gaps).toEqual([]);
  };

  it('carries bets to the process of the table, and pays from the queue', async () => {
    const before = await anna.balance();
    await plays();
    await plays();
    expect((await anna.balance()) - before).toBe(2_000n);
  });

  it('divides its streams into parts, and has each queue on one node', async () => {
    for (const table of TABLES.slice(1)) {
      await (await testbed.staff(owner, `Dealer of ${table}`, { table })).makeReady();
    }
    // In which of sixteen parts a stream is goes by names that are new in each studio. That nine
    // of them are in one does not happen.
    const keys = (await cluster.keys('{*}:*')).flat();
    const divided = new Set(keys.flatMap((key) => /^\{.*-\d+\}/.exec(key) ?? []));
    expect(divided.size).toBeGreaterThan(1);
    const queues = await cluster.keys('*:settlement:*');
    expect(queues.filter((keys) => keys.length > 0)).toHaveLength(1);
  });

  it('is asked in each part whether it takes what is written', async () => {
    const state = await (await fetch(`${edge.operationsUrl}/health/state`)).text();
    expect(state).not.toContain('queue_unreachable');
    expect((await cluster.keys('*:trial')).flat()).toHaveLength(16);
  });

  it.each([1, 2])('plays on when node %i is lost, and when it is back', async (index) => {
    await cluster.kill(index);
    const { seq } = await dealer.openBetting();
    await testbed.passing(anna.next('betting_opened', { after: seq - 1 }));
    await cluster.startAgain(index);
    await dealer.betsClosed(seq);
    await dealer.deal('9* K* T* Q*'.replaceAll('*', 'hdsc'[(rounds += 1) % 4]!));
    await testbed.passing(anna.next('coup_decided', { after: seq }));
    expect(anna.gaps).toEqual([]);
  });
});
