/**
 * Whoever was paying a round may have ended with its job in hand, which the queue gives to nobody
 * else for a while. A table that comes back from its log has its round paid all the same.
 */
import { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import { readDatabase } from '../../src/platform/timelines.service.js';
import { SETTLEMENT, roundFlow } from '../../src/settlement/settlement-queue.service.js';
import { asSuperuser } from '../kit/superuser.js';
import { useTestbed } from '../kit/testbed.js';

/** No sweep comes in time for what is only late. */
const testbed = useTestbed({ env: { SETTLEMENT_SWEEP_MS: '60000' } });

/** The job that pays the round is there already, and nobody gets it for an hour. */
const occupyJobOf = async (game: string): Promise<void> => {
  const { REDIS_URL } = testbed.env;
  if (REDIS_URL === undefined) throw new Error('this test needs a Redis');
  const queue = new Queue(SETTLEMENT, { connection: { url: REDIS_URL } });
  const database = await readDatabase(testbed.pool);
  const [chunk] = roundFlow({ table: 'pb-1', game, timeline: 0, database }, 1).children ?? [];
  await queue.add('chunk', chunk!.data, { ...chunk!.opts, delay: 3_600_000 });
  await queue.close();
};

const breakTheTable = (): Promise<unknown> =>
  asSuperuser(testbed.database, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'sabot table' and datname = current_database()`,
    ),
  );

it.runIf(process.env['TEST_REDIS_URL'] !== undefined)(
  'a table that comes back has paid at once what it owes',
  async () => {
    const studio = await testbed.restart();
    const dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    const guest = await testbed.player(studio, 'Guest', { euros: 100 });
    const { game, seq } = await dealer.openBetting();
    await occupyJobOf(game);
    await guest.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await breakTheTable();
    expect((await guest.result(game)).paid).toBe('2000');
    expect(studio.log).toContain('the table came back with the round: the sweep pays it');
  },
);
