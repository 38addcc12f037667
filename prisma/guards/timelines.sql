-- A database that was restored, or promoted, is handed over before anything is written into it:
-- what the lost part of its history issued is never issued again (I9, I10).

-- Postgres's own count of its histories: it grows with each restore and each promotion.
create or replace function postgres_timeline() returns bigint language sql volatile as $$
  select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
$$;

-- Which cluster this is. A dump that was read into another one is known by it, and one that was
-- read back into this one by postgres_database(). A migration makes that, as a column's default.
create or replace function postgres_system() returns text language sql volatile as $$
  select system_identifier::text from pg_control_system()
$$;

-- The first epoch of a timeline: what is above a thousand million counts the timelines.
create or replace function first_epoch(timeline bigint)
returns bigint language sql immutable parallel safe as $$ select timeline * 1000000000 $$;

-- Refuses an event, an entry, a batch of hands and a lease until the hand-over.
create or replace function timeline_is_known()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last timelines%rowtype;
begin
  select * into last from timelines order by number desc limit 1;
  if last.postgres_timeline is distinct from postgres_timeline()
     or last.database is distinct from postgres_database() then
    raise exception 'the database was restored, and is not handed over yet'
      using errcode = 'SB040';
  end if;
  return null;
end $$;

create or replace trigger a_timeline_of_events_is_known
  before insert on table_events
  for each statement execute function timeline_is_known();

create or replace trigger a_timeline_of_entries_is_known
  before insert on entries
  for each statement execute function timeline_is_known();

create or replace trigger a_timeline_of_hands_is_known
  before insert on solo_log
  for each statement execute function timeline_is_known();

create or replace trigger a_timeline_of_leases_is_known
  before insert or update on table_leases
  for each statement execute function timeline_is_known();

-- The lease of a table that is new to this timeline may have been held in the lost part of the one
-- before.
create or replace function table_lease_is_of_timeline()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.epoch := new.epoch + first_epoch((select max(number) from timelines));
  return new;
end $$;

create or replace trigger table_leases_are_of_timeline
  before insert on table_leases
  for each row execute function table_lease_is_of_timeline();

create or replace trigger timelines_is_insert_only
  before update or delete or truncate on timelines
  for each statement execute function refuse_change();

-- The last moment of which the database knows anything.
create or replace function known_until()
returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select greatest(
    (select max(to_timestamp(last.at_ms / 1000.0)) from tables cross join lateral (
       select at_ms from table_events e where e.table_id = tables.id order by seq desc limit 1
     ) as last),
    (select at from entries order by id desc limit 1),
    (select at from staff_actions order by seq desc limit 1))
$$;

-- Hands up to this number were begun before the last restore. What is lost may have shown more of
-- their cards.
create or replace function last_hand_before()
returns bigint language sql stable set search_path = public, pg_temp as $$
  select coalesce(max(last_hand), 0) from timelines
$$;

-- A hand that nobody had staked on before the last restore may have been dealt in what is lost, and
-- its deck shown. So it is taken back once its player opens the game, and no sooner: every player
-- may have one of each game, and the hand-over keeps everybody waiting. With the owner's rights:
-- the application takes back no other.
create or replace function take_back_hand(p_player bigint, p_game solo_game)
returns void language sql volatile security definer set search_path = public, pg_temp as $$
  delete from solo_hands
   where player_id = p_player and game = p_game and status = 'committed'
     and hand_number <= (select last_hand_before())
$$;

revoke all on function take_back_hand(bigint, solo_game) from public;
grant execute on function take_back_hand(bigint, solo_game) to sabot_app;

-- The last batch of each log of solo games that no anchor vouches for to its end. An anchor of the
-- lost part may vouch for it.
create or replace function open_chains()
returns jsonb language sql stable set search_path = public, pg_temp as $$
  with recursive chain as (
    (select chain from solo_log order by chain limit 1)
    union all
    select (select l.chain from solo_log l where l.chain > c.chain order by l.chain limit 1)
      from chain c where c.chain is not null
  )
  select coalesce(jsonb_agg(jsonb_build_object('chain', chain, 'seq', last.seq) order by chain), '[]')
    from chain cross join lateral (
      select seq from solo_log l where l.chain = chain.chain order by seq desc limit 1) as last
   where last.seq > coalesce((select max(a.seq) from anchors a where a.table_id = chain.chain), 0)
$$;

-- How many timelines Postgres has begun since the last one that is known here, one at least. What
-- is restored once more, to a moment before a restore, knows nothing of that one. Postgres does not
-- count that a dump is read back, so it is added.
create or replace function timelines_begun()
returns bigint language sql stable set search_path = public, pg_temp as $$
  select greatest(1, case when system = postgres_system()
    then postgres_timeline() - timelines.postgres_timeline
         + (database <> postgres_database())::int end)
    from timelines order by number desc limit 1
$$;

-- How many numbers of a sequence are left out that has so many left: a million, and a hundred
-- thousand for each hour that is lost, `times` as much of what is issued faster, and as much again
-- for each timeline that is lost as a whole. But no sequence ends by it: of what is left at most a
-- tenth for each of these timelines, and a tenth for each year.
--
-- That is less only once years are lost: of game numbers nearly five, of hands seventeen, of all
-- else never, while few are used. Nothing is issued twice then either. The hand-overs of the lost
-- part left out their tenths by the same rule, of what was left to them, for fewer timelines and no
-- more years. So one tenth more is left out here than by all of them together. The lost part would
-- have had to issue that tenth by itself: of hands, a thousand a second for months. Of two copies
-- that are put back one after the other, which Postgres does not count, the later one leaves out
-- more.
create or replace function numbers_left_out(left_over numeric, begun bigint, hours numeric, times int)
returns bigint language sql immutable parallel safe as $$
  select least(
    ceil(begun * (1000000 + 100000 * hours) * times),
    floor(left_over * (1 - power(0.9, least(begun + hours / 8760, 300)))))::bigint
$$;

-- Begins another timeline and returns its number. Every sequence goes on behind all that the lost
-- part can have issued. Every lease is over, and epochs go on far above those of before.
create or replace function begin_timeline(why text)
returns bigint language plpgsql set search_path = public, pg_temp as $$
declare
  begun bigint := timelines_begun();
  coming bigint := (select max(number) + begun from timelines);
  known timestamptz := known_until();
  -- To the second: a copy that is put back twice, which Postgres does not count, is put back at
  -- two times.
  hours numeric := coalesce(greatest(0, extract(epoch from studio_now() - known)) / 3600, 0);
  feed bigint := feed_numbers_before();
  each record;
begin
  -- Rows with numbers that no transaction here has come to are of another cluster. Who writes one
  -- just now is waited for, since it is counted as before.
  if highest_feed_number() >= feed_horizon() then
    lock table round_results, movement_lines in share mode;
    feed := highest_feed_number();
  end if;
  for each in
    select c.oid::regclass as name, s.seqmax as highest,
           coalesce(pg_sequence_last_value(c.oid::regclass), s.seqstart) as last,
           case c.relname when 'game_numbers' then 1 when 'hand_numbers' then 50 else 1000 end as times
      from pg_sequence s join pg_class c on c.oid = s.seqrelid
     where c.relnamespace = 'public'::regnamespace
  loop
    perform setval(each.name,
      each.last + numbers_left_out(each.highest - each.last, begun, hours, each.times));
  end loop;
  insert into timelines (number, system, postgres_timeline, database, known_until, last_hand,
    feed_numbers_before)
  values (coming, postgres_system(), postgres_timeline(), postgres_database(), known,
    pg_sequence_last_value('hand_numbers'), feed);
  update table_leases set owner = null, expires_at = studio_now(),
    epoch = greatest(epoch, first_epoch(coming));
  insert into staff_actions (staff_id, operation, subject, reason, after)
  select 'studio', 'database:hand-over', coming::text, why, jsonb_build_object(
    'timeline', coming, 'system', postgres_system(), 'postgresTimeline', postgres_timeline(),
    'database', postgres_database(), 'knownUntilMs', (extract(epoch from known) * 1000)::bigint,
    'hands', (select coalesce(jsonb_agg(hand_number order by hand_number), '[]')
      from solo_hands where status = 'in_play'),
    'chains', open_chains(),
    'tables', coalesce(jsonb_agg(jsonb_build_object(
      'table', tables.id, 'seq', last.seq, 'atMs', last.at_ms) order by tables.id)
      filter (where last.seq is not null), '[]'))
    from tables left join lateral (
      select seq, at_ms from table_events e where e.table_id = tables.id order by seq desc limit 1
    ) as last on true;
  return coming;
end $$;

revoke all on function begin_timeline(text) from public;

-- The number of the timeline, where Postgres says that this is the one that it is in. Null: it is
-- another one, and not handed over yet.
create or replace function present_timeline()
returns bigint language sql volatile set search_path = public, pg_temp as $$
  select number from (select * from timelines order by number desc limit 1) as last
   where (last.system, last.postgres_timeline, last.database)
       = (postgres_system(), postgres_timeline(), postgres_database())
$$;

-- Begins another timeline where Postgres itself says that this is one. Returns the present one's
-- number. Everybody may ask: only the first who does so changes anything.
create or replace function hand_over()
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present bigint := present_timeline();
  last timelines%rowtype;
begin
  if present is not null then return present; end if;
  perform pg_advisory_xact_lock(hashtextextended('timelines', 0));
  present := present_timeline();
  if present is not null then return present; end if;
  select * into last from timelines order by number desc limit 1;
  return begin_timeline(case
    when last.system <> postgres_system() then 'the database is a copy in another cluster'
    when last.database <> postgres_database()
      then 'the database is a copy, or was read back from a dump'
    else 'the database was restored, or another server took over' end);
end $$;

revoke all on function hand_over() from public;
grant execute on function hand_over() to sabot_app;
