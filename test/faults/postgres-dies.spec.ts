/**
 * Postgres itself dies in a round, by one of its processes and altogether, and comes back: so does
 * the table, with all that was answered. Only `npm run faults` does it, on a server of its own.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type Service } from '../../scripts/setup/services.js';
import type { Player, Staff } from '../kit/clients.js';
import { FAULT_TIMES, isFullSize, measured } from '../kit/fault-report.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, Testbed } from '../kit/testbed.js';
import { type StudioProcess, eventually } from '../kit/studio.js';

/** Of crash recovery, and of what waits for it. */
const BACK_WITHIN_MS = 15_000;
const EVERY_MS = 20;

describe.runIf(isFullSize)('a Postgres of which', () => {
  const testbed = new Testbed();
  let server: Service;
  let studio: StudioProcess;
  let dealer: Staff;
  let guest: Player;

  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    await testbed.open({ tables: { 'pb-1': { ...QUICK, betMs: 2_000 } }, server: server.url });
    studio = await testbed.restartProcess();
    dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    guest = await testbed.player(studio, 'Guest');
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(testbed.complaints());
  });
  afterAll(async () => {
    await testbed.close();
    await server.stop();
  });

  /** The last one of them ends Postgres as a whole, which then recovers from its log. */
  const killBackends = async (of: 'one' | 'every'): Promise<void> => {
    const pids = await asSuperuser(testbed.database, async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity
          where application_name like 'sabot %' and datname = current_database()
          order by random() limit $1`,
        [of === 'one' ? 1 : 1_000],
      );
      return rows.map(({ pid }) => pid);
    });
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  };

  const insist = <R extends { readonly ok: boolean }>(ask: () => Promise<R>): Promise<R> =>
    eventually(
      'it is done',
      async () => {
        const reply = await ask();
        return reply.ok && reply;
      },
      { withinMs: BACK_WITHIN_MS, everyMs: EVERY_MS },
    );

  it.each(Array.from({ length: FAULT_TIMES }, () => ['one', 'every'] as const).flat())(
    '%s process is killed loses nothing that was answered',
    async (of) => {
      const before = await guest.balance();
      const { game, seq } = await dealer.openBetting();
      await guest.bet(game, ['punto', 10]);
      await killBackends(of);
      const startedAt = performance.now();
      const betId = randomUUID();
      await insist(async () => {
        await guest.tryJoin(guest.lastSeq.get('pb-1'));
        const reply = await guest.wager(game, ['egalite', 1], betId);
        return reply.ok || reply.refusal !== 'betting_is_closed' ? reply : { ok: true };
      });
      const ms = performance.now() - startedAt;
      measured({ part: 'Postgres', what: `killed: ${of} process of it`, ms });
      await dealer.next('betting_closed', { after: seq });
      for (const code of ['9h', 'Kd', 'Ts', 'Qs']) {
        dealer.scanSeq += 1;
        const { scanSeq } = dealer;
        await insist(() => dealer.scan(code, scanSeq));
      }
      await dealer.next('round_settled', { after: seq });
      const { rows } = await testbed.pool.query<{ stakes: string; spot: string }>(
        'select spot, sum(amount) as stakes from bets where game_number = $1 group by 1',
        [game],
      );
      expect(rows).toContainEqual({ spot: 'punto', stakes: '1000' });
      const lost = rows.some(({ spot }) => spot === 'egalite') ? 100n : 0n;
      const after = await eventually('the balance is read', () =>
        guest.balance().catch(() => undefined),
      );
      expect(after).toBe(before + 1_000n - lost);
    },
    90_000,
  );
});
