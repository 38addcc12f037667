/**
 * A studio that is stopped, as a rollout does it: it frees its tables at once, and no service that
 * has disappeared holds it up.
 */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cable } from '../kit/cable.js';
import type { Player, Staff } from '../kit/clients.js';
import { BETTING, SLOW, useTestbed } from '../kit/testbed.js';
import { StudioProcess } from '../kit/studio.js';

/** No test waits for it to run out. */
const LONG_LEASE_MS = 60_000;

const testbed = useTestbed({ tables: {}, env: { TABLE_LEASE_MS: '600' } });
let tables: readonly string[];
let rounds = 0;
const running = new Set<StudioProcess>();
const cables = new Set<Cable>();

/** Three tables that no test has played at. */
beforeEach(async () => {
  rounds += 1;
  tables = [1, 2, 3].map((number) => `pb-${rounds}-${number}`);
  for (const table of tables) await testbed.setTable(table, SLOW);
});

afterEach(async () => {
  await Promise.all([...running].map((studio) => studio.kill()));
  for (const cable of cables) cable.close();
  running.clear();
  cables.clear();
});

const start = async (env = {}): Promise<StudioProcess> => {
  const studio = await testbed.startProcess(env);
  running.add(studio);
  return studio;
};

const openCable = async (): Promise<Cable> => {
  const cable = await Cable.to(testbed.database.url);
  cables.add(cable);
  return cable;
};

/** One table with a round on it, and a player who has placed ten euros on Punto. */
interface Party {
  readonly table: string;
  readonly dealer: Staff;
  readonly guest: Player;
  readonly game: string;
  readonly seq: number;
}

const gather = async (studio: StudioProcess, table: string): Promise<Party> => {
  const dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  const guest = await testbed.player(studio, 'Guest', { table, euros: 100 });
  const { game, seq } = await dealer.openBetting();
  await guest.bet(game, ['punto', 10]);
  return { table, dealer, guest, game, seq };
};

const gatherAt = (studio: StudioProcess, tables: readonly string[]): Promise<readonly Party[]> =>
  Promise.all(tables.map((table) => gather(studio, table)));

/**
 * A service that has disappeared does not hold it up. Otherwise it would end with an error, after
 * nine seconds.
 */
const stopInOrder = async (studio: StudioProcess, what: string): Promise<void> => {
  const { tookMs, code, signal } = await studio.stop();
  console.log(`${what}: stopped in ${Math.round(tookMs)} ms (${code ?? signal})`);
  expect([0, 'SIGTERM']).toContain(code ?? signal);
};

/** The tables that some process holds, with the time for which it holds them yet. */
const held = async (): Promise<readonly { table: string; forMs: number }[]> => {
  const { rows } = await testbed.pool.query<{ table: string; forMs: number }>(
    `select table_id as "table", 1000 * extract(epoch from expires_at - now())::float as "forMs"
       from table_leases where owner is not null and expires_at > now()`,
  );
  return rows;
};

describe('a studio that is stopped by a signal, with Postgres well,', () => {
  it('frees every table at once: another studio has them long before their leases run out', async () => {
    const first = await start({ TABLE_LEASE_MS: String(LONG_LEASE_MS) });
    const parties = await gatherAt(first, tables);
    const second = await start();
    const before = await held();
    expect(before.map(({ table }) => table)).toEqual(expect.arrayContaining([...tables]));
    for (const { forMs } of before) expect(forMs).toBeGreaterThan(LONG_LEASE_MS / 2);

    await stopInOrder(first, 'with Postgres well');
    for (const { table, guest } of parties) {
      await testbed.isRunBy(second, table);
      await guest.disconnected();
      const back = await testbed.again(second, guest);
      const { snapshot, seat } = await back.join(guest.lastSeq.get(table));
      expect(snapshot).toBeNull();
      expect(seat.stakes).toEqual({ punto: '1000' });
    }
  });
});

describe('a studio that is stopped by a signal, with Postgres gone', () => {
  it.each(['cut', 'freeze'] as const)(
    '(%s), does so in good time, however many tables it runs',
    async (lose) => {
      const cable = await openCable();
      const studio = await start({ DATABASE_URL: cable.through(testbed.database.url) });
      const parties = await gatherAt(studio, tables);
      if (lose === 'cut') cable.cut();
      else await cable.freezeAt(['from tables']); // it looks for tables that are free
      const bets = parties.map(({ guest, game }) =>
        guest.wager(game, ['punto', 10]).catch(() => undefined),
      );
      await Promise.all(parties.map(({ guest }) => guest.raw('bet:place', 'the bets are read')));
      await stopInOrder(studio, `without Postgres (${lose})`);
      for (const { guest, dealer } of parties) {
        await guest.disconnected();
        await dealer.disconnected();
      }
      await Promise.all(bets);
    },
  );

  it.each(['cut', 'freeze'] as const)(
    '(%s) since it was started, does so in good time',
    async (lose) => {
      const cable = await openCable();
      cable[lose]();
      const studio = await StudioProcess.launch({
        ...testbed.env,
        DATABASE_URL: cable.through(testbed.database.url),
      });
      running.add(studio);
      await studio.lives();
      await stopInOrder(studio, `never with Postgres (${lose})`);
    },
  );

  it('in the middle of paying, does so in good time; the next one pays, once', async () => {
    const cable = await openCable();
    const [table, other] = tables as readonly [string, string];
    await testbed.setTable(table, BETTING);
    const studio = await start({ DATABASE_URL: cable.through(testbed.database.url) });
    const [{ dealer, guest, seq }, beside] = (await gatherAt(studio, [table, other])) as [
      Party,
      Party,
    ];
    await dealer.next('betting_closed', { after: seq });
    const unlock = await lockPayments();
    const frozen = cable.freezeAt(['min(verdict)']); // the sweep looks whether the round is paid
    await dealer.deal('9h Kd Ts Qs');
    await frozen;
    const bet = beside.guest.wager(beside.game, ['punto', 10]).catch(() => undefined);
    await beside.guest.raw('bet:place', 'the bet before it is read');
    try {
      await stopInOrder(studio, 'while paying');
    } finally {
      await unlock();
    }
    await bet;

    cable.cut();
    const next = await start();
    await testbed.isRunBy(next, table);
    const back = await testbed.again(next, guest);
    await back.join(guest.lastSeq.get(table));
    await back.next('round_settled', { after: seq });
    expect(await back.balance()).toBe(11_000n);
  });
});

/** No chunk can be paid until it is called what this resolves to. */
const lockPayments = async (): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: testbed.database.url });
  await client.connect();
  await client.query('begin');
  await client.query('lock table settlement_chunks in exclusive mode');
  return () => client.end();
};
