/**
 * An operator's wallet was away for an hour, and the stakes of all its players in all rounds of it
 * are void: each look reads what it sends, however much that is.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitsFor } from '../../src/platform/database.js';
import { readDue, sendNow } from '../../src/wallet/wallet-rows.js';
import { type CreditedPlayer, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { scansOf } from '../kit/plan.js';
import { type AskedQuery, queryOf } from '../kit/query-of.js';
import { asSuperuser } from '../kit/superuser.js';

const ROUNDS = 60_000;
/** Of which so many were corrected. */
const CORRECTED = 1_000;
const LIMIT = 500;
const { options } = limitsFor('money');
const JOURNAL = new Set(['wallet_movements']);

let database: TestDatabase;
let player: CreditedPlayer;

beforeAll(async () => {
  database = await createDatabase();
  [player] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
  await asSuperuser(database, async (client) => {
    await client.query(
      `insert into operators (id, name, mode, currencies, callback_url)
       values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    );
    await client.query(`update players set operator_id = 'acme' where id = $1`, [player.id]);
    // Without its guards: the rounds are not there.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, game_number, next_try_at)
       select 'acme', 'round.' || n || '.debit', case when n > $3 then 'debit' else 'adjust' end, $1, 100, 'round:' || n,
              case when n > $2 or n <= $3 then 'due' else 'void' end,
              1000000000 + n, studio_now() - (case when n > $2 then 1 else 3 end) * interval '1 s'
         from generate_series(1, $2::int + 3) as n`,
      [player.id, ROUNDS, CORRECTED],
    );
    await client.query('set session_replication_role = origin');
    await client.query('analyze wallet_movements');
  });
});
afterAll(() => database.drop());

/** How the statements that `work` sends read the journal, beyond what they may. */
const scans = (rowsMax: number, work: (client: Pick<pg.ClientBase, 'query'>) => Promise<unknown>) =>
  asSuperuser(database, async (client) => {
    const sent: AskedQuery[] = [];
    const query = (asked: pg.QueryConfig | string, values?: unknown[]) => {
      const given = queryOf(asked, values);
      sent.push(given);
      return client.query(given);
    };
    await client.query('begin');
    try {
      await work({ query } as never);
      const each = sent.map(({ text, values }) =>
        scansOf(client, { key: text, text, values, options }, JOURNAL, rowsMax),
      );
      return (await Promise.all(each)).flat();
    } finally {
      await client.query('rollback');
    }
  });

const wanted = { operator: 'acme', but: [], probes: false, limit: LIMIT };

it('is sent some at a time, stakes first, and the rest is not read', async () => {
  const due = await readDue(database.pool, wanted);
  expect(due).toHaveLength(LIMIT);
  const isStake = ({ kind, status }: (typeof due)[number]) => kind === 'debit' && status === 'due';
  expect(due.slice(0, 4).map(isStake)).toEqual([true, true, true, false]);
  expect(due.filter(({ kind }) => kind === 'adjust').length).toBeGreaterThan(100);
  expect(await scans(2 * LIMIT, (client) => readDue(client, wanted))).toEqual([]);
  expect(
    await scans(10, (client) => readDue(client, { ...wanted, probes: true, limit: 1 })),
  ).toEqual([]);
});

it('is asked for again at once when the wallet is back, if it was tried', async () => {
  await asSuperuser(database, (client) =>
    client.query(
      `update wallet_movements set next_try_at = studio_now() + interval '5 minutes', tries = 1
        where movement_id in ('round.1.debit', 'round.2.debit')`,
    ),
  );
  expect(await scans(10, (client) => sendNow(client, 'acme'))).toEqual([]);
  await sendNow(database.pool, 'acme');
  const { rows } = await database.pool.query(
    'select from wallet_movements where next_try_at > studio_clock()',
  );
  expect(rows).toEqual([]);
});
