/**
 * A process that is asked to end, as a rollout does it, while another takes tables: its tables go
 * over between two rounds, and its players find their seats and bets where they were.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { TableList } from '../../src/protocol/http.js';
import type { Player, Staff } from '../kit/clients.js';
import { type StudioProcess, eventually, pause } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
/** A process says every second that it takes tables. */
const HEARD_OF_MS = 1_500;
/** Longer than any test. Who takes a table over does not wait for the lease to run out. */
const LEASE_MS = '60000';

describe.runIf(hasRedis)('a process that is asked to end, where another takes tables,', () => {
  const testbed = useTestbed({ tables: {}, env: { TABLE_LEASE_MS: LEASE_MS } });
  let table = 'pb-1';
  let first: StudioProcess;
  let second: StudioProcess;
  let dealer: Staff;
  /** Sits at the process that ends, and at the other one. */
  let guest: Player;
  let stay: Player;

  const begin = async (drainMs: number): Promise<void> => {
    await testbed.setTable(table, BETTING);
    first = await testbed.startProcess({ DRAIN_MS: String(drainMs) });
    await testbed.isRunBy(first, table);
    second = await testbed.startProcess();
    await eventually('the table is followed', async () => {
      const tables = (await (await fetch(`${second.url}/tables`)).json()) as TableList;
      return tables.some((each) => each.table === table && each.phase !== null);
    });
    dealer = await testbed.staff(second, 'Dora', { table });
    await dealer.makeReady();
    guest = await testbed.player(first, 'Guest', { table, euros: 100 });
    stay = await testbed.player(second, 'Stay', { table, euros: 100 });
    await pause(HEARD_OF_MS);
  };
  afterEach(() => Promise.all([first.kill(), second.kill()]));

  const played = async (during = () => undefined as unknown) => {
    const { game, seq } = await dealer.openBetting();
    await Promise.all([guest, stay].map((player) => player.bet(game, ['punto', 10])));
    await during();
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    for (const player of [guest, stay]) expect((await player.result(game)).paid).toBe('2000');
    await dealer.next('round_settled', { after: seq });
    return seq;
  };

  it('plays its round out and gives the table away: nobody at another process notices', async () => {
    await begin(30_000);
    let ending: ReturnType<StudioProcess['stop']> | undefined;
    await played(() => {
      ending = first.stop();
    });
    const settledAt = performance.now();
    await testbed.isRunBy(second, table);
    console.log(`taken over ${Math.round(performance.now() - settledAt)} ms after the round`);
    expect((await ending)?.code).toBe(0);

    await guest.disconnected();
    const back = await testbed.again(second, guest);
    const { snapshot, seat } = await back.join(guest.lastSeq.get(table));
    expect(snapshot).toBeNull();
    expect(seat.balance).toBe('11000');
    guest = back;
    await played();
    expect([stay.gaps, dealer.gaps, stay.socket.connected]).toEqual([[], [], true]);
    const { rows } = await testbed.pool.query(
      `select distinct epoch from table_events where table_id = $1`,
      [table],
    );
    expect(rows).toHaveLength(2);
  });

  it('does not wait for a round that outlasts its time, and its bets stand', async () => {
    table = 'pb-2';
    await begin(300);
    await played(async () => {
      const { code, tookMs } = await first.stop();
      expect(code).toBe(0);
      expect(tookMs).toBeLessThan(BETTING.betMs!);
      await testbed.isRunBy(second, table);
      guest = await testbed.again(second, guest);
      expect((await guest.join()).seat.stakes).toEqual({ punto: '1000' });
    });
    expect([stay.gaps, dealer.gaps, stay.socket.connected]).toEqual([[], [], true]);
  });
});
