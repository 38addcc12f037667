/** The totals of a busy day and of its month, on a database as it is after years. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readTotals } from '../../src/operator/day-totals.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { grow } from '../kit/grown-database.js';
import { rowsLookedAt } from '../kit/plan.js';
import { asSuperuser } from '../kit/superuser.js';

const BETS = 100_000;
/** An hour has some 1,300 rounds of five bets, of 20,000 players. A day has most of the bets. */
const ROWS_MAX = 25_000;

/** Every fiftieth round was corrected twice, and a third correction of it is not paid. */
const CORRECTED = [
  `insert into corrections (game_number, ordinal, fix, chunks, approval_id, ordered_seq, finished_seq)
   select game_number, o, 'void', 1, game_number * 10 + o, 1, case when o < 3 then 1 end
     from rounds cross join generate_series(1, 3) as o where game_number % 50 = 0`,
  `insert into correction_payouts (game_number, ordinal, player_id, was, paid, from_game, to_game, shortfall, recovered)
   select p.game_number, o, p.player_id, p.paid, p.paid + o, 0, 0, 0, 0
     from payouts p cross join generate_series(1, 3) as o where p.game_number % 50 = 0 and (p.player_id + o) % 2 = 0`,
  `update players set currency = 'CHF' where id % 3 = 0`,
  // Hands are no rounds: they ended on the day before now, which may be the day that is looked at.
  `update solo_hands set ended_at = ended_at - interval '1 year'`,
];

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, (client) =>
    client.query(`insert into tables (id, settings) values ('pb-1', $1)`, [
      JSON.stringify(DEFAULT_SETTINGS),
    ]),
  );
  await grow(database, { bets: BETS });
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const sql of CORRECTED) await client.query(sql);
    await client.query('vacuum analyze');
  });
}, 300_000);
afterAll(() => database.drop());

/** Of the day in which most rounds ended: its bets one by one. */
const BUSIEST = `
with day as (
  select gaming_day(ended_at) as day from rounds where status = 'settled' group by 1 order by count(*) desc limit 1
), bet as (
  select b.game_number, b.player_id, sum(b.amount) as staked
    from day, rounds r join bets b using (game_number) where gaming_day(r.ended_at) = day.day group by 1, 2
)
select (select day::text from day) as day, p.currency, count(distinct game_number)::int as rounds, count(distinct player_id)::int as players,
       sum(staked) as staked, sum(coalesce(
         (select m.paid from correction_payouts m join corrections c using (game_number, ordinal)
           where m.game_number = bet.game_number and m.player_id = bet.player_id and c.finished_seq is not null
           order by m.ordinal desc limit 1),
         (select o.paid from payouts o where o.game_number = bet.game_number and o.player_id = bet.player_id), 0)) as returned
  from bet join players p on p.id = player_id group by p.currency order by p.currency`;

interface Busiest {
  readonly day: string;
  readonly currency: string;
  readonly rounds: number;
  readonly players: number;
  readonly staked: string;
  readonly returned: string;
}

it('are what each bet, its payment and its last correction come to, an hour at a time', async () => {
  const { rows } = await asSuperuser(database, (client) => client.query<Busiest>(BUSIEST));
  const { day } = rows[0]!;
  expect(rows.map(({ currency }) => currency)).toEqual(['CHF', 'EUR']);
  const query = vi.spyOn(database.pool, 'query');
  const totals = await readTotals(database.pool, 'house', { day });
  const sent = (query.mock.calls as readonly (readonly unknown[])[]).map(([config]) => {
    const { text, values } = config as pg.QueryConfig;
    return { text, values: values as unknown[] };
  });
  query.mockRestore();
  expect(totals?.totals).toMatchObject(rows.map(({ day: _, ...total }) => total));
  const one = await readTotals(database.pool, 'house', { day, currency: 'CHF' });
  expect(one?.totals).toEqual(totals?.totals.slice(0, 1));
  const looked = await asSuperuser(database, async (client) => {
    const counts: number[] = [];
    for (const each of sent) counts.push(await rowsLookedAt(client, each));
    return counts;
  });
  expect(Math.max(...looked)).toBeLessThan(ROWS_MAX);
});

/** Of the month in which most rounds ended. */
const BUSIEST_MONTH = `
with ended as materialized (
  select game_number, to_char(gaming_day(ended_at), 'YYYY-MM') as month from rounds where status = 'settled'
), busiest as (select month from ended group by 1 order by count(*) desc limit 1)
select month, p.currency, count(distinct game_number)::int as rounds, count(distinct player_id)::int as players
  from busiest join ended using (month) join bets using (game_number) join players p on p.id = player_id
 group by 1, 2 order by 2`;

it('of a month count who played on several days once, and are read until nobody waits', async () => {
  const { rows } = await asSuperuser(database, (client) =>
    client.query<Omit<Busiest, 'day'> & { readonly month: string }>(BUSIEST_MONTH),
  );
  const { month } = rows[0]!;
  const totals = await readTotals(database.pool, 'house', { month });
  expect(totals).toMatchObject({ month, totals: rows.map(({ month: _, ...total }) => total) });
  const query = vi.spyOn(database.pool, 'query');
  const gone = AbortSignal.abort();
  expect(await readTotals(database.pool, 'house', { month }, gone)).toBeUndefined();
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});
