/**
 * The most bets in batches that this machine's Postgres takes: pgbench on one connection, sending
 * nothing but two numbers. One prepared statement holds the stakes of 500 accounts, each if its
 * balance covers it, and writes 500 bets and 500 postings. The tables are copies of the studio's,
 * with its indexes and checks but without its triggers, and with as many accounts. There is no
 * lease, no log, no hash, no digest, no entry and no total of the stakes.
 */
import type pg from 'pg';
import { pgbench } from './pgbench.js';

const BATCH = 500;

/** The players' sessions come first, numbered from 1. */
export const makeLimitTables = async (admin: pg.Pool): Promise<void> => {
  await admin.query(`
    create table limit_accounts (like accounts including all);
    alter table limit_accounts set (fillfactor = 50);
    insert into limit_accounts (id, name, kind, player_id, balance)
    select row_number() over (order by kind = 'session' desc, id), name, kind, player_id, balance from accounts;
    create table limit_bets (like bets including all);
    create table limit_postings (like postings including all);
    create sequence limit_entries`);
  await admin.query('vacuum analyze limit_accounts');
};

/** µs a bet. Every batch takes 500 of the sessions, seven apart. */
export const measureLimit = async (
  program: string,
  url: string,
  { players, bets }: { readonly players: number; readonly bets: number },
): Promise<number> => {
  const script = `
\\set first random(0, ${players - 1})
with entry as materialized (
  select nextval('limit_entries') as id
), command as materialized (
  select 1 + (:first + 7 * i) % ${players} as account_id, 100::bigint as total, gen_random_uuid() as bet_id, i as ord
    from generate_series(1, ${BATCH}) as i
), held as (
  update limit_accounts a set balance = a.balance - c.total from command c
   where a.id = c.account_id and a.balance >= c.total
  returning a.player_id, a.id, c.total, c.bet_id, c.ord, a.balance
), placed as (
  insert into limit_bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after, noted)
  select player_id, bet_id, 0, 'banco', 'zero_commission', 'place', total, 1000000000, 1, balance, null from held
)
insert into limit_postings (entry_id, line, source_id, destination_id, amount)
select entry.id, held.ord, held.id, 0, held.total from held, entry;
`;
  const batchesPerSecond = await pgbench(program, url, script, bets / BATCH);
  return 1_000_000 / batchesPerSecond / BATCH;
};
