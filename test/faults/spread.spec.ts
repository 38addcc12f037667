/**
 * Tables are spread evenly over the processes that take them: one that joins gets its share between
 * two rounds, one at a time, and nobody at a table notices.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import { type StudioProcess, eventually, pause, tablesRunBy } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
const TABLES = ['pb-1', 'pb-2', 'pb-3', 'pb-4'] as const;
/** In which any move that is to come has begun. */
const STEADY_MS = 4_000;

describe.runIf(hasRedis)('a process that joins', () => {
  const testbed = useTestbed({
    tables: Object.fromEntries(TABLES.map((id) => [id, BETTING])),
    // A process that is slow, where much else runs, is not taken for a frozen one.
    env: { TABLE_STAY_MS: '500', TABLE_LEASE_MS: '6000' },
  });
  const studios: StudioProcess[] = [];
  let players: readonly Player[];
  let dealer: Staff;

  beforeAll(async () => {
    studios.push(await testbed.startProcess());
    const [first] = studios as [StudioProcess];
    for (const table of TABLES) await testbed.isRunBy(first, table);
    dealer = await testbed.staff(first, 'Dora');
    await dealer.makeReady();
    players = await Promise.all(
      TABLES.map((table) => testbed.player(first, `Guest of ${table}`, { table, euros: 100 })),
    );
  });
  afterAll(() => Promise.all(studios.map((studio) => studio.kill())));

  const areSpread = (expected: readonly number[], over = studios) =>
    eventually(
      `the tables are spread ${expected.join(', ')}`,
      async () => {
        const run = await Promise.all(over.map((studio) => tablesRunBy(studio)));
        return isEqual(run.map(({ length }) => length).toSorted(), expected);
      },
      { everyMs: 100 },
    );

  /** How often each table was taken. */
  const epochs = async (): Promise<string> => {
    const { rows } = await testbed.pool.query<{ epochs: string }>(
      'select json_object_agg(table_id, epoch order by table_id)::text as epochs from table_leases',
    );
    return rows[0]!.epochs;
  };

  const played = async (during = () => Promise.resolve() as Promise<unknown>): Promise<void> => {
    const { game, seq } = await dealer.openBetting();
    await players[0]!.bet(game, ['punto', 10]);
    await during();
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect((await players[0]!.result(game)).paid).toBe('2000');
    await dealer.next('round_settled', { after: seq });
  };

  const nobodyNoticed = (): void => {
    for (const player of players) {
      expect(player.gaps).toEqual([]);
      expect(player.socket.connected).toBe(true);
    }
  };

  it('gets half of the tables, and then nothing moves any more', async () => {
    await played(async () => {
      studios.push(await testbed.startProcess());
      // The table whose round is in hand stays.
      await areSpread([2, 2]);
      expect(await tablesRunBy(studios[0]!)).toContain('pb-1');
    });
    const before = await epochs();
    await pause(STEADY_MS);
    expect(await epochs()).toBe(before);
    nobodyNoticed();
    await played();
  });

  it('gets one where the difference is two, and none while it is frozen', async () => {
    studios.push(await testbed.startProcess());
    await areSpread([1, 1, 2]);
    nobodyNoticed();

    const [first, second, third] = studios as [StudioProcess, StudioProcess, StudioProcess];
    third.freeze();
    await areSpread([2, 2], [first, second]);
    const before = await epochs();
    await pause(STEADY_MS);
    expect(await epochs()).toBe(before);
    third.thaw();
    await areSpread([1, 1, 2]);
    await played();
    nobodyNoticed();
  });
});

const isEqual = (some: readonly number[], others: readonly number[]): boolean =>
  some.join() === others.join();
