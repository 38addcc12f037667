/**
 * What people read the newest of is found by an index, however much of it there is: the cases about
 * operators' wallets, and the tips of who deals.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitsFor } from '../../src/platform/database.js';
import { readLatestTips } from '../../src/tip/tip-rows.js';
import { readCases } from '../../src/wallet/case-rows.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { scansOf } from '../kit/plan.js';
import { queryOf } from '../kit/query-of.js';
import { asSuperuser } from '../kit/superuser.js';

const MANY = 30_000;
const LIMIT = 50;
const { options } = limitsFor('studio');

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const [player] = await openPlayers(database.pool, [1_000]);
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into operators (id, name, mode, currencies, callback_url)
       values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    );
    await client.query(
      `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, game_number)
       select 'acme', 'm-' || n, 'credit', $1, 100, 'round:' || n, 'due', 1000000000 + n from generate_series(1, $2::int) as n`,
      [player!.id, MANY],
    );
    await client.query(
      `insert into wallet_cases (operator_id, movement_id, kind, closed_at, ended_as)
       select 'acme', 'm-' || n, 'unanswered', case when n % 1000 <> 7 then studio_now() end, case when n % 1000 <> 7 then 'answered' end
         from generate_series(1, $1::int) as n`,
      [MANY],
    );
    // Dora deals now, and had two tips long ago.
    await client.query(
      `insert into tips (player_id, key, table_id, dealer, amount)
       select $1, gen_random_uuid(), 'pb-1', case when n <= 2 then 'Dora' else 'Dina' end, 100 from generate_series(1, $2::int) as n`,
      [player!.id, MANY],
    );
    await client.query(`insert into tables (id, settings) values ('pb-1', '{"currency": "EUR"}')
      on conflict (id) do nothing`);
    await client.query(
      `create or replace function dealer_at(p_table text) returns text language sql stable as $$ select 'Dora' $$`,
    );
    await client.query('analyze');
  });
});
afterAll(() => database.drop());

/** What `read` says, and how it reads these tables beyond what it must. */
const reading = <T>(
  growing: readonly string[],
  read: (client: Pick<pg.ClientBase, 'query'>) => Promise<T>,
) =>
  asSuperuser(database, async (client) => {
    const sent: { text: string; values: readonly unknown[] }[] = [];
    const query = (asked: pg.QueryConfig | string, values?: unknown[]) => {
      const given = queryOf(asked, values);
      sent.push(given);
      return client.query(given);
    };
    await client.query('begin');
    const said = await read({ query } as never);
    const scans: unknown[] = [];
    for (const { text, values } of sent) {
      const statement = { key: text, text, values, options };
      scans.push(...(await scansOf(client, statement, new Set(growing), 2 * LIMIT)));
    }
    return { said, scans };
  });

it('are cases, the open ones first', async () => {
  const { said, scans } = await reading(['wallet_cases', 'wallet_movements'], (client) =>
    readCases(client, LIMIT),
  );
  const open = MANY / 1_000;
  expect(said.map(({ closedAtMs }) => closedAtMs === null)).toEqual(
    Array.from({ length: LIMIT }, (_, at) => at < open),
  );
  const ids = said.map(({ id }) => Number(id));
  const newestFirst = (of: readonly number[]) => [...of].sort((one, other) => other - one);
  expect(ids.slice(0, open)).toEqual(newestFirst(ids.slice(0, open)));
  expect(ids.slice(open)).toEqual(newestFirst(ids.slice(open)));
  expect(said.every(({ movement }) => movement !== null)).toBe(true);
  expect(scans).toEqual([]);
});

it('are tips of a dealer who had few at a table with many', async () => {
  const { said, scans } = await reading(['tips'], (client) => readLatestTips(client, 'pb-1', 50));
  expect(said.map(({ dealer }) => dealer)).toEqual(['Dora', 'Dora']);
  expect(scans).toEqual([]);
});
