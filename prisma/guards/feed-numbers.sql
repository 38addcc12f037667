-- The rows of operators' feeds have numbers that grow from one transaction to the next, so that
-- nobody falls behind of them. A dump that is read into another cluster finds the transactions of
-- that one at other numbers, which go on above those of the rows.

-- What the transactions of this timeline are counted from.
create or replace function feed_numbers_before()
returns bigint language sql stable set search_path = public, pg_temp as $$
  select feed_numbers_before from timelines order by number desc limit 1
$$;

-- The number of what is written now.
create or replace function feed_number()
returns bigint language sql volatile set search_path = public, pg_temp as $$
  select pg_current_xact_id()::text::bigint + feed_numbers_before()
$$;

-- What has a lower number is of transactions that are over: nothing comes to lie below any more.
create or replace function feed_horizon()
returns bigint language sql stable set search_path = public, pg_temp as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + feed_numbers_before()
$$;

-- The highest number of a row, found at the ends of the indexes.
create or replace function highest_feed_number()
returns bigint language sql stable set search_path = public, pg_temp as $$
  select greatest(
    (select transaction from round_results order by transaction desc limit 1),
    (select max(last.transaction) from operators o cross join lateral (
       select transaction from movement_lines l
        where l.operator_id = o.id order by transaction desc limit 1) as last))
$$;
