/** One table comes to grief: it says so, or comes back, and the tables beside it notice nothing. */
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { type StudioProcess, eventually } from '../kit/studio.js';

const testbed = useTestbed({ tables: {}, env: { TABLE_LEASE_MS: '600' } });
let studio: StudioProcess;

/** A table with a dealer and a guest. */
interface Party {
  readonly table: string;
  readonly dealer: Staff;
  readonly guest: Player;
}
let party: Party;
let beside: Party;

beforeAll(async () => {
  studio = await testbed.startProcess();
});

const gather = async (): Promise<Party> => {
  const table = await testbed.addTable(studio, BETTING);
  const dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  return { table, dealer, guest: await testbed.player(studio, 'Guest', { table, euros: 100 }) };
};

beforeEach(async () => {
  party = await gather();
  beside = await gather();
});

const playRound = async ({ dealer, guest }: Party): Promise<void> => {
  const { game, seq } = await dealer.openBetting();
  await guest.bet(game, ['punto', 10]);
  await dealer.next('betting_closed', { after: seq });
  await dealer.deal('9h Kd Ts Qs');
  expect((await guest.result(game)).paid).toBe('2000');
};

/** Beside the studio, with all rights. */
const tamper = async (sql: string, values: unknown[]): Promise<void> => {
  const client = new pg.Client({ connectionString: testbed.database.url });
  await client.connect();
  await client.query(sql, values);
  await client.end();
};

describe('a table whose log has an event that it did not write', () => {
  it('is suspended with its reason shown, and goes on when the shift manager says so', async () => {
    const { table, dealer, guest } = party;
    const manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
    const { game, seq } = await dealer.openBetting();
    await guest.bet(game, ['punto', 10]);
    const { rows } = await testbed.pool.query<{ settings: unknown }>(
      'select settings from tables where id = $1',
      [table],
    );
    await tamper(
      `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
       select table_id, seq + 1, epoch, at_ms, $2, $3, table_event_hash(hash, table_id, seq + 1, epoch, at_ms, $2, $3)
         from table_events where table_id = $1 order by seq desc limit 1`,
      [table, 'settings_changed', JSON.stringify({ kind: 'settings_changed', ...rows[0] })],
    );
    const startedAt = performance.now();
    await dealer.scan('9H'); // or the clock, whichever is first, finds that the log is not its own
    const received = await guest.next('table_suspended', { after: seq });
    console.log(`suspended after ${Math.round(performance.now() - startedAt)} ms`);
    expect(received.reason).toBe('impossible_state');
    expect((await guest.join(guest.lastSeq.get(table))).missed).toEqual([]);
    expect(await guest.wager(game, ['punto', 10])).toMatchObject({ refusal: 'table_is_suspended' });
    await playRound(beside);

    await manager.must('table:resume');
    const watcher = await testbed.staff(studio, 'Dora', { table });
    watcher.scanSeq = (await watcher.watch())!.lastScanSeq!;
    await eventually(
      'the bets are closed',
      async () => (await watcher.watch())?.phase === 'bets_closed',
    );
    await watcher.deal('9h Kd Ts Qs');
    expect((await guest.result(game)).paid).toBe('2000');
  });
});

describe('a table whose lease is taken away', () => {
  it('sends everybody away, and is served again when the lease has run out', async () => {
    const { table, dealer, guest } = party;
    const before = await dealer.watch();
    await tamper(
      `update table_leases set owner = gen_random_uuid(), epoch = epoch + 1, expires_at = now() + interval '3 s'
        where table_id = $1`,
      [table],
    );
    expect(
      await guest.wager('1000000001', ['banco', 1]).catch(() => 'no answer'),
    ).not.toMatchObject({
      ok: true,
    });
    await Promise.all([guest.disconnected(), dealer.disconnected()]);
    await playRound(beside);
    await testbed.isRunBy(studio, table);
    const back = await testbed.staff(studio, 'Dora', { table });
    expect(await back.watch()).toEqual(before);
    const guestBack = await testbed.again(studio, guest);
    await guestBack.join(guest.lastSeq.get(table));
    back.scanSeq = dealer.scanSeq;
    await playRound({ table, dealer: back, guest: guestBack });
  });
});
