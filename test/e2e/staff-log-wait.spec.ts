/**
 * Somebody else writes the staff's log for a while: an order of the pit waits for its turn and is
 * answered, and the table goes on meanwhile.
 */
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDatabase } from '../../src/config.js';
import { createPool } from '../../src/platform/database.js';
import { Audit, STUDIO } from '../../src/staff/audit.service.js';
import type { Player, Staff } from '../kit/clients.js';
import { BLOCKER } from '../kit/database.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { untilWaitingForLocks } from '../kit/superuser.js';
import { SLOW, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
let dealer: Staff;
let player: Player;
let mona: Pit;
let blocker: pg.Client;

beforeAll(async () => {
  const studio = await testbed.restart();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  player = await testbed.player(studio, 'Guest', { euros: 100 });
  mona = await openPit(testbed, studio, 'Mona');
});

beforeEach(async () => {
  blocker = new pg.Client({
    connectionString: testbed.database.url,
    application_name: BLOCKER,
  });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query(`select pg_advisory_xact_lock(hashtext('staff_actions'))`);
});
afterEach(() => blocker.end());

const linesOf = async (operation: string): Promise<number> => {
  const { rowCount } = await testbed.pool.query('select from staff_actions where operation = $1', [
    operation,
  ]);
  return rowCount ?? 0;
};

describe('an order of the pit', () => {
  it('waits its turn and is done once, while bets are answered', async () => {
    const { game } = await dealer.openBetting();
    let isAnswered = false;
    const suspended = mona
      .call('table:suspend', { table: 'pb-1', reason: 'the light went out' })
      .finally(() => (isAnswered = true));
    await untilWaitingForLocks(testbed.database, 1);
    for (let time = 0; time < 20; time += 1) {
      await player.bet(game, ['punto', 1]);
      await player.bet(game, 'undo');
    }
    expect(isAnswered).toBe(false);
    await blocker.query('commit');
    expect(await suspended).toMatchObject({ ok: true });
    expect(await linesOf('table:suspend')).toBe(1);
    await mona.must('table:resume', { table: 'pb-1' });
  });

  it('of several at a time each is done', async () => {
    const spots = ['egalite', 'punto_bonus', 'banco_bonus'] as const;
    const closed = spots.map((spot) => mona.must('spot:close', { table: 'pb-1', spot }));
    await untilWaitingForLocks(testbed.database, 1);
    await blocker.query('commit');
    for (const reply of await Promise.all(closed)) expect(reply).toMatchObject({ ok: true });
    expect(await linesOf('spot:close')).toBe(spots.length);
  });

  it('waits on one connection with all others, whoever reads meanwhile has the rest', async () => {
    const pool = createPool(
      readDatabase({ DATABASE_URL: testbed.database.studioUrl }),
      'studio',
      2,
    );
    try {
      const audit = new Audit(pool);
      let turns = 0;
      const waiting = [1, 2, 3].map(() => audit.turn().then(() => (turns += 1)));
      await untilWaitingForLocks(testbed.database, 1);
      await pool.query('select 1');
      expect(turns).toBe(0);
      await blocker.query('commit');
      await Promise.all(waiting);
      await audit.turn();
    } finally {
      await pool.end();
    }
  });

  it('of a line by itself waits so, too: wrong PINs take the connections from nobody', async () => {
    const pool = createPool(
      readDatabase({ DATABASE_URL: testbed.database.studioUrl }),
      'studio',
      2,
    );
    try {
      const audit = new Audit(pool);
      const line = { by: STUDIO, operation: 'staff:sign-in-failed', subject: 'Mona' };
      const written = Promise.all([1, 2, 3].map(() => audit.note(line)));
      await untilWaitingForLocks(testbed.database, 1);
      await pool.query('select 1');
      await blocker.query('commit');
      await written;
      expect(await linesOf(line.operation)).toBe(3);
    } finally {
      await pool.end();
    }
  });
});
