/**
 * The most hands of one command in batches that this machine's Postgres takes: pgbench on one
 * connection, sending nothing but a number. One prepared statement changes 500 balances, ends 500
 * hands, opens the next ones, and writes 500 steps with texts as long as a coup's and 1,275
 * postings, since eleven coups of twenty pay. The tables are copies of the studio's with their
 * indexes and checks, but without triggers and foreign keys. There is no game, no chance, no seal,
 * no log, no hash, no digest and no entry, and nothing is locked before it is written.
 */
import type pg from 'pg';
import { pgbench } from './pgbench.js';

const BATCH = 500;

/** With as many accounts as the studio has. The players' sessions come first, numbered from 1. */
export const makeHandsLimitTables = async (admin: pg.Pool): Promise<void> => {
  await admin.query(`
    create table limit_accounts (like accounts including all);
    alter table limit_accounts set (fillfactor = 50);
    insert into limit_accounts (id, name, kind, player_id, balance)
    select row_number() over (order by kind = 'session' desc, id), name, kind, player_id, balance from accounts;
    create table limit_hands (like solo_hands including all);
    alter table limit_hands set (fillfactor = 60);
    insert into limit_hands (player_id, game, rules, commitment, sealed)
    select a.id, 'punto_e_banco', 'punto-e-banco-1', sha256(sha256('')), sha256('') || sha256('') from limit_accounts a where kind = 'session';
    create table limit_steps (like solo_steps including all);
    create table limit_postings (like postings including all);
    create sequence limit_entries`);
  await admin.query('vacuum analyze limit_accounts');
};

const EVENTS = `{"version":1,"events":[${Array.from({ length: 7 }, () => `{"kind":"card_dealt","side":"punto","position":1,"card":"9h"}`).join(',')}]}`;

/** µs a hand. Every batch takes 500 of the sessions, seven apart. */
export const measureHandsLimit = async (
  program: string,
  url: string,
  { players, hands }: { readonly players: number; readonly hands: number },
): Promise<number> => {
  const script = `
\\set first random(0, ${players - 1})
with entry as materialized (
  select nextval('limit_entries') as id
), command as materialized (
  select 1 + (:first + 7 * i) % ${players} as account_id, 100::bigint as taken, case when i % 20 < 11 then 195 else 0 end::bigint as paid, gen_random_uuid() as command_id, i as ord
    from generate_series(1, ${BATCH}) as i
), held as (
  update limit_accounts a set balance = a.balance - c.taken + c.paid from command c
   where a.id = c.account_id and a.balance >= c.taken
  returning a.id, c.taken, c.paid, c.command_id, c.ord, a.balance
), ended as (
  update limit_hands h set status = 'over', step = 8, taken = held.taken, paid = held.paid, player_seed = 'bench', opening = sha256(''), acted_at = now(), ended_at = now()
    from held where h.player_id = held.id and h.game = 'punto_e_banco' and h.status in ('committed', 'in_play')
  returning h.hand_number, h.player_id, held.taken, held.paid, held.command_id, held.balance
), next as (
  insert into limit_hands (player_id, game, rules, commitment, sealed)
  select player_id, 'punto_e_banco', 'punto-e-banco-1', sha256(sha256('')), sha256('') || sha256('') from ended
), stepped as (
  insert into limit_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq)
  select hand_number, 1, player_id, command_id, '{"kind":"deal","stakes":{"banco":"100"},"step":0}', '${EVENTS}', 8, taken, paid, balance, '@punto_e_banco:2026-11-22', 1 from ended
)
insert into limit_postings (entry_id, line, source_id, destination_id, amount)
select entry.id, 3 * held.ord + p.line, p.source, p.destination, p.amount
  from entry, held cross join lateral (values (0, held.id, 1000000, held.taken), (1, 1000000, 0, held.taken), (2, 0, held.id, held.paid)) as p(line, source, destination, amount)
 where p.amount > 0;
`;
  const batchesPerSecond = await pgbench(program, url, script, hands / BATCH);
  return 1_000_000 / batchesPerSecond / BATCH;
};
