/**
 * How long the feeds of operators have been held up. A feed shows what a transaction wrote once
 * every transaction of the whole server that began before it is over, so one that stays open keeps
 * all of them waiting, and no call fails meanwhile.
 */
import type pg from 'pg';

/** In the order of the indexes, one row of each feed: there may be many where it lasts. */
const HELD = `
select coalesce(extract(epoch from studio_clock() - min(at)), 0)::float8 as seconds from (
  (select at from round_results where transaction >= feed_horizon() order by transaction, id limit 1)
  union all
  select line.at from operators o cross join lateral (
    select at from movement_lines l where l.operator_id = o.id and l.transaction >= feed_horizon()
     order by transaction, id limit 1) as line) as first`;

/** How long the row has waited, in seconds, that is kept out of a feed for the longest time. */
export const readFeedHeld = async (client: Pick<pg.ClientBase, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ seconds: number }>(HELD);
  return Math.max(0, rows[0]!.seconds);
};
