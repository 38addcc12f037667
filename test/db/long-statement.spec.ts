/**
 * The statement of a player whose wallet was asked for the stakes of thousands of rounds: a
 * page of it reads a page, wherever it begins.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStatement } from '../../src/history/statement.js';
import { type CreditedPlayer, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { scansOf } from '../kit/plan.js';
import { queryOf } from '../kit/query-of.js';
import type { SentStatement } from '../kit/sent-statements.js';
import { asSuperuser } from '../kit/superuser.js';

/** Of each of two players, one of whom has left before the other came. */
const ROUNDS = 10_000;
const PER_ROUND = 4;
const LIMIT = 30;
/** Two sides of each of three accounts, one more entry than is shown, and an hour to spare. */
const READ_MAX = 6 * (LIMIT + 1) + 60 * PER_ROUND;
const GROWING = new Set(['entries', 'postings', 'wallet_movements']);

let database: TestDatabase;
let players: readonly CreditedPlayer[];

beforeAll(async () => {
  database = await createDatabase();
  players = await openPlayers(database.pool, [1_000, 1_000]);
  await asSuperuser(database, async (client) => {
    await client.query(
      `insert into operators (id, name, mode, currencies, callback_url)
       values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    );
    // Without its guards: the rounds are not there.
    await client.query('set session_replication_role = replica');
    await client.query(`update players set operator_id = 'acme'`);
    for (const [order, { id }] of players.entries()) {
      for (const sql of ROWS) await client.query(sql, [id, order * ROUNDS]);
    }
    await client.query('analyze');
  });
});
afterAll(() => database.drop());

/** The rounds of the player $1, of which $2 were before: each staked 1.00 and paid 2.00. */
const ROWS = [
  `insert into accounts (name, kind, player_id) select 'player:' || $1::bigint || ':advance', 'advance', $1 where $2::int >= 0`,
  `insert into accounts (name, kind) select 'round:' || $1::bigint || ':stakes', 'stakes' where $2::int >= 0`,
  `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, game_number, ended_at, kid, signed, signature, body)
   select 'acme', 'round.' || $2 + n || '.' || $1::bigint || '.' || kind, kind, $1, case kind when 'debit' then 100 else 200 end, '', 'done', 1000000000 + $2 + n, now(), 'k', '', '', ''
     from generate_series(1, ${ROUNDS}) as n, unnest(array['debit', 'credit']) as kind`,
  `insert into entries (key, kind, at)
   select case i when 1 then 'bets:pb-1:' || $1 || ':' || n when 3 then 'round:' || $2 + n || ':settle:' || $1
                 else 'wallet:acme:round.' || $2 + n || '.' || $1::bigint || case i when 2 then '.debit' else '.credit' end end,
          (array['bets', 'deposit', 'settlement', 'withdrawal'])[i]::entry_kind, now() - interval '1 year' + ($2 + n) * interval '1 minute'
     from generate_series(1, ${ROUNDS}) as n, generate_series(1, ${PER_ROUND}) as i order by n, i`,
  `with account as (
     select (select id from accounts where player_id = $1 and kind = 'session') as session, (select id from accounts where player_id = $1 and kind = 'advance') as advance,
            (select id from accounts where name = 'round:' || $1::bigint || ':stakes') as stakes, (select id from accounts where name = 'outside') as outside)
   insert into postings (entry_id, line, source_id, destination_id, amount)
   select e.id, 1, case e.kind when 'bets' then session when 'deposit' then outside when 'settlement' then stakes else advance end,
          case e.kind when 'bets' then stakes when 'deposit' then advance when 'settlement' then session else outside end,
          case when e.kind in ('bets', 'deposit') then 100 else 200 end
     from account, (select * from entries order by id desc limit ${ROUNDS * PER_ROUND}) as e where $2::int >= 0`,
];

type Asked = Parameters<typeof readStatement>[2];

/** With what its statements read of what grows, beyond what they may. */
const readBy = (player: CreditedPlayer, asked: Asked) =>
  asSuperuser(database, async (client) => {
    await client.query('begin');
    const sent: SentStatement[] = [];
    const query = (asked: pg.QueryConfig | string, values?: unknown[]) => {
      const given = queryOf(asked, values);
      sent.push({ key: given.text, ...given, options: undefined });
      return client.query(given);
    };
    const { entries, next } = await readStatement({ query } as never, player.id, asked);
    const scans = [];
    for (const each of sent) scans.push(...(await scansOf(client, each, GROWING, READ_MAX)));
    await client.query('rollback');
    return { entries, next, scans };
  });

it('reads a page of it, from its end, its middle, and of a period', async () => {
  const [left, stays] = players as [CreditedPlayer, CreditedPlayer];
  const yearAgoMs = Date.now() - 365 * 86_400_000;
  for (const player of [left, stays]) {
    const first = await readBy(player, { limit: LIMIT });
    expect(first.entries).toHaveLength(LIMIT);
    expect(first.entries.slice(0, PER_ROUND)).toMatchObject([
      { kind: 'withdrawal', advance: '-200', wallet: { for: 'payout', status: 'done' } },
      { kind: 'settlement', session: '200' },
      { kind: 'deposit', advance: '100', wallet: { for: 'stakes', status: 'done' } },
      { kind: 'bets', session: '-100' },
    ]);
    expect(new Set(first.entries.slice(0, PER_ROUND).map(({ game }) => game)).size).toBe(2);
    const middle = `${BigInt(first.next!) - BigInt((ROUNDS * PER_ROUND) / 2)}`;
    const fromMs = yearAgoMs + (player === left ? 0 : ROUNDS * 60_000);
    const asked = [
      { limit: LIMIT, before: middle },
      { limit: LIMIT, fromMs, toMs: fromMs + (ROUNDS / 2) * 60_000 },
    ];
    const others = [];
    for (const each of asked) others.push(await readBy(player, each));
    expect(others.map(({ entries }) => entries.length)).toEqual([LIMIT, LIMIT]);
    expect([first, ...others].map(({ scans }) => scans)).toEqual([[], [], []]);
  }
});
