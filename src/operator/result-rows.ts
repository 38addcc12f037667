/**
 * The results of rounds in an order that nobody can fall behind of: what a transaction wrote is
 * read once every transaction that began before it is over.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { ResultsPage } from '../protocol/operator-feeds.js';
import type { FeedPlace } from './feed-place.js';

const RESULTS = statement({
  name: 'results_after',
  inputs: { operator: 'text', transaction: 'bigint', id: 'bigint', limit: 'int' },
  text: `
with passed as materialized (
  select * from round_results
   where (transaction, id) > (:transaction, :id)
     and transaction < feed_horizon()
   order by transaction, id limit :limit
)
select e.transaction, e.id, e.table_id as table, e.game_number as game, e.ordinal as correction,
       case when r.status = 'settled' then 'settled' else 'refunded' end as status,
       c.fix, p.ref as player,
       case when c.fix is null and r.status = 'settled' then r.coup
            when c.fix = 'resettle' then c.coup
            when c.fix = 'refund' then coalesce(
              (select x.coup from corrections x
                where x.game_number = e.game_number and x.ordinal < e.ordinal and x.fix = 'resettle'
                order by x.ordinal desc limit 1), r.coup) end as coup,
       (extract(epoch from e.at) * 1000)::bigint as "atMs",
       (o.tables is null or e.table_id = any(o.tables))
         and (c.player_id is null or p.operator_id is not distinct from o.id) as "isShown"
  from passed e
  join operators o on o.id = :operator
  cross join lateral (
    -- Each result looks its round up, whatever the planner makes of their number.
    select * from rounds where rounds.game_number = e.game_number offset 0) as r
  left join corrections c on c.game_number = e.game_number and c.ordinal = e.ordinal
  left join players p on p.id = c.player_id
 order by e.transaction, e.id`,
});

type Result = ResultsPage['results'][number];
interface ResultRow extends Omit<Result, 'atMs'> {
  readonly transaction: string;
  readonly id: string;
  readonly atMs: string;
  readonly isShown: boolean;
}

/**
 * The results behind `after`, of the tables that the operator's players may see. `limit` rows are
 * looked at at most.
 */
export const readResults = async (
  pool: Pick<pg.Pool, 'query'>,
  operator: string,
  after: FeedPlace,
  limit: number,
): Promise<Omit<ResultsPage, 'next'> & { readonly place: FeedPlace }> => {
  const { timeline, transaction, id } = after;
  const { rows } = await pool.query<ResultRow>(RESULTS({ operator, transaction, id, limit }));
  const last = rows.at(-1);
  return {
    results: rows
      .filter(({ isShown }) => isShown)
      .map(({ table, game, correction, fix, player, status, coup, atMs }) => ({
        ...{ table, game, correction, fix, player, status, coup },
        atMs: Number(atMs),
      })),
    more: rows.length === limit,
    place: last === undefined ? after : { timeline, transaction: last.transaction, id: last.id },
  };
};
