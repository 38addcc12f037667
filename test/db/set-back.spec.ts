import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import type { Spot } from '../../src/punto-banco/spot.js';
import { CLOCK_SET_BACK } from '../../src/round/due.js';
import type { BetContent } from '../../src/table/seat.js';
import { coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';
import { eventually } from '../kit/studio.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const place = (spot: Spot, minorUnits: number): BetContent => ({
  kind: 'place',
  spot,
  amount: amount(minorUnits),
});

describe('a clock that was set back while nobody ran the table', () => {
  const CLOCK = { betMs: 15_000, lastBetsMs: 5_000, pauseMs: 0, opensItself: false };
  /** The test moves the clock by far more than it takes, and by less than the table waits. */
  const PAUSE = { ...CLOCK, pauseMs: 600_000, opensItself: true };

  it.each([60_000, 3_600_000])(
    'by %i ms closes the bets at once, and waits for the pit',
    async (ms) => {
      const table = await RunningTable.open(database, CLOCK);
      await table.openBets();
      const [player] = await openPlayers(database.pool, [5_000]);
      await table.table.join(player!.id);
      expect(await table.bet(player!.id, place('egalite', 500))).toMatchObject({ ok: true });
      table.forward(-ms);
      await table.reopen();
      await eventually('the table waits', () => table.state.suspension !== null);
      expect(table.state.suspension).toMatchObject({ from: 'bets_closed', reason: CLOCK_SET_BACK });
      const { rows } = await database.pool.query<{ detail: string }>(
        'select detail from incidents where table_id = $1',
        [table.lease.table],
      );
      expect(rows).toEqual([{ detail: CLOCK_SET_BACK }]);
      await table.do({ kind: 'resume', by: 'Mona' });
      await table.deal(PUNTO_WINS);
      await table.paid();
      await eventually('the round is settled', () => table.state.phase === 'settled');
      await table.stop();
    },
  );

  it('lets nobody bet for longer once a table that was suspended goes on', async () => {
    const table = await RunningTable.open(database, CLOCK);
    await table.openBets();
    await table.do({ kind: 'suspend', reason: 'a doubt', by: 'Mona' });
    table.forward(-3_600_000);
    await table.reopen();
    expect(table.state.suspension).toMatchObject({ from: 'betting', reason: 'a doubt' });
    await table.do({ kind: 'resume', by: 'Mona' });
    await eventually('the table waits', () => table.state.suspension !== null);
    expect(table.state.suspension).toMatchObject({ from: 'bets_closed', reason: CLOCK_SET_BACK });
    await table.do({ kind: 'resume', by: 'Mona' });
    await table.deal(PUNTO_WINS);
    expect(table.state.phase).toBe('settled');
    await table.stop();
  });

  it.each(['settled', 'resulted'])(
    'has the next bets opened at a table that is %s',
    async (phase) => {
      const table = await RunningTable.open(database, PAUSE);
      await table.openBets();
      const [player] = await openPlayers(database.pool, [5_000]);
      await table.table.join(player!.id);
      expect(await table.bet(player!.id, place('egalite', 500))).toMatchObject({ ok: true });
      const first = table.game;
      table.isPaying = phase === 'settled';
      await table.playRound(PUNTO_WINS);
      expect(table.state.phase).toBe(phase);
      table.forward(-1_200_000);
      await table.reopen();
      if (phase === 'resulted') await table.payNow();
      await eventually('the next bets are open', () => table.state.phase === 'betting');
      expect(table.game).not.toBe(first);
      expect(table.state.round!.closesAtMs - table.nowMs).toBeLessThanOrEqual(CLOCK.betMs);
      await table.stop();
    },
  );

  it('by less than clocks differ changes nothing', async () => {
    const table = await RunningTable.open(database, CLOCK);
    await table.openBets();
    table.forward(-500);
    await table.reopen();
    await table.table.perform({ kind: 'tick' });
    expect(table.state).toMatchObject({ phase: 'betting', suspension: null });
    await table.stop();
  });
});
