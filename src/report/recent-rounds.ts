/** The rounds of a table, or of all, newest first, a page at a time. */
import type pg from 'pg';
import { pageOf } from '../history/page.js';
import { statement } from '../platform/statement.js';
import type { RecentQuery, RecentRound, RecentRounds } from '../protocol/report.js';

const ROUNDS_MAX = 50;
const AFTER_ALL = '10000000000';

/**
 * By the time of opening, because a table draws the number of its next round long before it opens
 * it. An index is walked backwards for each table, and the rest is looked up for no more rounds
 * than are shown.
 */
const ROUNDS = statement({
  inputs: { before: 'bigint', limit: 'bigint', table: 'text null' },
  text: `
with last as materialized (
  select coalesce((select opened_at from rounds where game_number = :before), 'infinity') as opened_at, :before as game_number
), shown as materialized (
  select latest.*
    from tables t cross join last
   cross join lateral (
     select game_number, table_id, shoe_ordinal, round_in_shoe, opened_at, status, coup
       from rounds r
      where r.table_id = t.id and r.opened_at <= last.opened_at
        and (r.opened_at, r.game_number) < (last.opened_at, last.game_number)
      order by r.opened_at desc, r.game_number desc limit :limit) as latest
   where :table is null or t.id = :table
   order by latest.opened_at desc, latest.game_number desc limit :limit
)
select r.game_number as game, r.table_id as table, t.settings ->> 'name' as "tableName", t.settings ->> 'currency' as currency,
       r.shoe_ordinal as shoe, r.round_in_shoe as "roundInShoe", r.opened_at as at, r.status,
       coalesce(resettled.coup, r.coup) as coup, corrected.fix as correction, paid.stakes - coalesce(further.stakes, 0) as stakes, further.sums as further
  from shown r join tables t on t.id = r.table_id
  left join lateral (
    select c.fix from corrections c where c.game_number = r.game_number
     order by c.fix = 'refund', c.ordinal desc limit 1) as corrected on true
  left join lateral (
    select c.coup from corrections c where c.game_number = r.game_number and c.fix = 'resettle'
     order by c.ordinal desc limit 1) as resettled on true
  left join lateral (
    select sum(k.stakes) as stakes from settlement_chunks k
     where k.game_number = r.game_number and r.status in ('settled', 'refunded')) as paid on true
  left join lateral (
    select json_object_agg(currency, stake::text) as sums, sum(stake) as stakes
      from (select a.currency, sum(b.amount) as stake
              from rounds own join accounts a on a.id = any(own.further_stakes_account_ids)
              join bets b on b.game_number = own.game_number join players p on p.id = b.player_id and p.currency = a.currency
             where own.game_number = r.game_number and r.status in ('settled', 'refunded')
             group by 1 having sum(b.amount) > 0) as each) as further on true
 order by r.opened_at desc, r.game_number desc`,
});

interface Row extends Omit<RecentRound, 'openedAtMs' | 'further'> {
  readonly at: Date;
  readonly further: RecentRound['further'] | null;
}

export const readRecentRounds = async (
  pool: Pick<pg.Pool, 'query'>,
  { table, before = AFTER_ALL }: RecentQuery,
  limit = ROUNDS_MAX,
): Promise<RecentRounds> => {
  const { rows } = await pool.query<Row>(ROUNDS({ before, limit: limit + 1, table }));
  const { shown, next } = pageOf(rows, limit, ({ game }) => game);
  const rounds = shown.map(({ at, further, ...row }) => ({
    ...row,
    openedAtMs: at.getTime(),
    ...(further !== null && { further }),
  }));
  return { rounds, next };
};
