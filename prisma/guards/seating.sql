-- A dealer deals at no more tables at a time than the studio allows, whichever processes run them.

-- The tables that the dealer has opened or taken over, unless somebody has since, or closed them.
create or replace function tables_dealt_at(p_dealer text)
returns setof text language sql stable set search_path = public, pg_temp as $$
  select t.id from tables t
    join lateral (
      select e.payload from table_events e
       where e.table_id = t.id and e.kind in ('table_opened', 'dealer_changed', 'table_closed')
       order by e.seq desc limit 1) as last on true
   where last.payload::json ->> 'dealer' = p_dealer;
$$;

-- Refuses a dealer who has just sat down at one table and is still at `p_most` others. Called in
-- the transaction of the event, it holds those who seat the same dealer apart until the commit.
create or replace function seat_dealer(p_dealer text, p_table text, p_most integer)
returns void language plpgsql set search_path = public, pg_temp as $$
declare others integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('dealer ' || p_dealer, 0));
  select count(*) into others from tables_dealt_at(p_dealer) as of_theirs where of_theirs <> p_table;
  if others >= p_most then
    raise exception '% deals at % other tables', p_dealer, others using errcode = 'SB021';
  end if;
end $$;
