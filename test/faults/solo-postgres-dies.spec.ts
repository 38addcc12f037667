/**
 * Postgres itself dies in the commit of a hand: before it is on the disk, and when it is there and
 * nobody had an answer. It comes back, and the command stands once, with the deck that was
 * committed to. Only `npm run faults` does it, on a server of its own.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startPostgres } from '../../scripts/setup/services.js';
import { checkProof } from '../../src/chance/check-proof.js';
import { choicesIn } from '../../src/history/hand-choices.js';
import { readHand } from '../../src/history/played-hands.js';
import type { Played } from '../../src/protocol/solo.js';
import { SOLO_GAMES } from '../../src/solo/game.js';
import { FAULT_TIMES, isFullSize, measured } from '../kit/fault-report.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import { type StudioProcess, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { Testbed } from '../kit/testbed.js';

const EUROS = 1_000;

/**
 * What holds a commit up. Before it is on the disk it waits for company, for a tenth of a second;
 * when it is there it waits for a standby that there is not.
 */
const MOMENTS = {
  'before it is on the disk': {
    settings: ['commit_delay = 100000', 'commit_siblings = 0', 'wal_writer_delay = 10000'],
    reset: ['commit_delay', 'commit_siblings', 'wal_writer_delay'],
    isThere: `state = 'active' and query = 'commit'`,
  },
  'when it is on the disk': {
    settings: [`synchronous_standby_names = 'nobody'`],
    reset: ['synchronous_standby_names'],
    isThere: `wait_event = 'SyncRep'`,
  },
} as const;
type Moment = keyof typeof MOMENTS;

const CELLS = Array.from({ length: FAULT_TIMES }, () =>
  SOLO_GAMES.flatMap((game) => (Object.keys(MOMENTS) as Moment[]).map((at) => [at, game] as const)),
).flat();

describe.runIf(isFullSize)('a Postgres that is killed in the commit of a hand,', () => {
  const testbed = new Testbed();
  let server: Service;
  let studio: StudioProcess;

  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    await testbed.open({ tables: {}, server: server.url });
    studio = await testbed.startProcess();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(testbed.complaints());
  });
  afterAll(async () => {
    await testbed.close();
    await server.stop();
  });

  const settle = (changes: readonly string[]): Promise<unknown> =>
    asSuperuser(testbed.database, async (client) => {
      for (const change of changes) await client.query(`alter system ${change}`);
      await client.query('select pg_reload_conf()');
    });

  /** The process that commits the hand is killed. All others end with it, and recover. */
  const killInCommit = (isThere: string): Promise<void> =>
    asSuperuser(testbed.database, async (client) => {
      client.on('error', () => undefined);
      const pid = await eventually('the hand is in its commit', async () => {
        const { rows } = await client.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'sabot hands' and ${isThere}`,
        );
        return rows[0]?.pid;
      });
      process.kill(pid, 'SIGKILL');
    });

  const stepsOf = async (id: string): Promise<number> => {
    const { rowCount } = await testbed.pool.query('select from solo_steps where command_id = $1', [
      id,
    ]);
    return rowCount ?? 0;
  };

  /** Once Postgres answers again. */
  const back = <T>(what: string, ask: () => Promise<T | undefined | false>) =>
    eventually(what, () => ask().catch(() => undefined), { everyMs: 20 });

  it.each(CELLS)(
    '%s, %s: it stands once',
    async (moment, game) => {
      const { settings, reset, isThere } = MOMENTS[moment];
      const player = await back('the player is let in', () =>
        testbed.visitor(studio, 'Guest', { euros: EUROS }),
      );
      await back('there is credit', () => player.buyIn(EUROS).then(() => true));
      const solo = await new SoloPlayer(player).connect();
      const before = await back('the game is open', () => solo.open(game));
      const id = randomUUID();
      const at = { hand: before.hand, id, step: 0 };
      const ask = () => {
        switch (game) {
          case 'punto_e_banco':
            return solo.call('punto-e-banco:deal', {
              ...at,
              stakes: { banco: '1000' },
              seed: SEED,
            });
          case 'sette_e_mezzo':
            return solo.call('sette-e-mezzo:deal', { ...at, stake: '1000', seed: SEED });
          case 'blackjack':
            return solo.call('blackjack:deal', { ...at, stakes: ['1000'], cut: 9 });
        }
      };

      await settle(settings.map((setting) => `set ${setting}`));
      const first = ask().catch(() => undefined);
      await killInCommit(isThere);
      const struckAt = performance.now();
      await back('Postgres is there', () =>
        settle(reset.map((name) => `reset ${name}`)).then(() => true),
      );
      // Nobody had an answer that it stands.
      expect((await first)?.ok ?? false).toBe(false);
      const steps = await back('the steps are read', async () => [await stepsOf(id)]);
      expect(steps).toEqual([moment === 'when it is on the disk' ? 1 : 0]);

      const reply = await back<Played>('it is sure', async () => {
        const answer = await ask();
        return answer.ok && answer;
      });
      const ms = performance.now() - struckAt;
      measured({ part: 'Postgres in a commit', what: `${moment}: ${game}`, ms });
      expect(reply.hand).toMatchObject({ hand: before.hand, commitment: before.commitment });
      if (reply.next === null) await solo.playOut(reply.hand);
      expect(await ask()).toEqual(reply);
      expect(await stepsOf(id)).toBe(1);
      expect(
        checkProof((await readHand(testbed.pool, player.id, before.hand, choicesIn))?.proof),
      ).toMatchObject({
        ok: true,
      });
      const { rows } = await testbed.pool.query<{ credit: string; due: string }>(
        `select (select sum(balance) from accounts where player_id = $1)::text as credit,
                ($2::bigint + (select sum(paid - taken) from solo_hands where player_id = $1))::text as due`,
        [player.id, EUROS * 100],
      );
      expect(rows[0]?.credit).toBe(rows[0]?.due);
      player.close();
    },
    120_000,
  );
});
