/**
 * A new database on the Redis of another: its tables have the names of the other’s, its rounds and
 * its events the same numbers, and nobody takes the one for the other.
 */
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDatabase } from '../../src/platform/timelines.service.js';
import { SETTLEMENT, roundFlow } from '../../src/settlement/settlement-queue.service.js';
import type { Staff } from '../kit/clients.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const table = 'pb-1';
const CARDS = '9h Kd Ts Qs';
/** No sweep pays what the queue has only forgotten. */
const env = { TABLE_LEASE_MS: '30000', SETTLEMENT_SWEEP_MS: '60000' };
const OPTIONS = { tables: { [table]: BETTING }, env };

describe.runIf(process.env['TEST_REDIS_URL'] !== undefined)('a table of a new database', () => {
  const before = useTestbed(OPTIONS);
  const now = useTestbed(OPTIONS);
  let owner: Studio;
  let edge: Studio;
  let dealer: Staff;
  /** Where the table runs, and elsewhere. */
  let here: Pit;
  let there: Pit;

  beforeAll(async () => {
    const older = await before.restart();
    const dora = await before.staff(older, 'Dora');
    await dora.makeReady();
    for (let round = 0; round < 3; round += 1) await dora.playRound(CARDS);
    await older.stop();

    const same = { REDIS_URL: before.env['REDIS_URL']! };
    owner = await now.restart(same);
    edge = await now.start({ ...same, SABOT_ROLES: 'edge' });
    dealer = await now.staff(owner, 'Dora');
    here = await openPit(now, owner, 'Wolf');
    there = await openPit(now, edge, 'Wolf');
  });
  afterAll(async () => {
    await edge.stop();
    await owner.stop();
  });

  it('is seen elsewhere as it is, and not as its namesake of before', async () => {
    const followed = eventually('it is followed', async () => {
      return (await there.call('table:watch', { table })).ok;
    });
    await now.passing(followed);
    await there.follows(table);
    expect(there.lastSeq.get(table)).toBe(dealer.lastSeq.get(table));
    await dealer.makeReady();
    await dealer.playRound(CARDS);
    await now.passing(there.next('round_settled'));
    expect(there.gaps).toEqual([]);
    const [its, copied] = await Promise.all(
      [here, there].map(async (pit) => (await pit.must('table:watch', { table })).snapshot),
    );
    expect(copied).toEqual(its);
  });

  it('has its rounds paid by its own jobs', async () => {
    const { game, seq } = await dealer.openBetting();
    const database = await readDatabase(before.pool);
    const [chunk] = roundFlow({ table, game, timeline: 0, database }, 1).children ?? [];
    const queue = new Queue(SETTLEMENT, { connection: { url: before.env['REDIS_URL']! } });
    await queue.add('chunk', chunk!.data, { ...chunk!.opts, jobId: 'of another database' });
    await eventually('a job of the other is thrown away', () =>
      owner.log.includes('a job of another timeline was thrown away'),
    );
    // Where it had the name of ours, none of ours would be there.
    await queue.add('chunk', chunk!.data, { ...chunk!.opts, delay: 3_600_000 });
    await queue.close();
    const guest = await now.player(owner, 'Guest', { euros: 100 });
    await guest.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal(CARDS.replaceAll('h', 'd').replaceAll('Kd', 'Kh'));
    expect((await guest.result(game)).paid).toBe('2000');
    expect(owner.log).not.toContain('the sweep pays it');
  });
});
