-- Whoever is barred from play stakes nothing, in whatever process, from the commit of the bar on.
-- Rounds and hands in play go on and are paid. `accounts.is_guarded` marks the sessions of persons
-- who were ever barred, or had a limit (play-limits.sql), or whose operator is off
-- (operators-off.sql): a stake changes that row, so it waits for the bar, or the bar for it, and
-- the stakes of all others cost no look-up.

-- One at a time opens accounts of a person, or bars them.
create or replace function lock_person(operator text, ref text)
returns void language sql set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('person ' || operator || ' ' || ref, 0))
$$;

-- Whether the person may not play now: neither stake, nor bring money, nor come in. Volatile, so
-- that a statement that has waited for the session's row reads what was committed meanwhile.
create or replace function is_barred(operator text, person text)
returns boolean language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform from play_bars b
   where b.operator_id = operator and b.ref = person
     and (b.until is null or b.until > studio_now())
     and not exists (select from play_bar_lifts l where l.bar_id = b.id);
  return found;
end $$;

-- The owner's right to mark accounts: the application has none, and cannot take a mark away.
create or replace function bar_guards_accounts()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform lock_person(new.operator_id, new.ref);
  update accounts a set is_guarded = true from players p
   where p.operator_id = new.operator_id and p.ref = new.ref
     and a.player_id = p.id and a.kind = 'session';
  return null;
end $$;

create or replace trigger play_bars_guard_accounts
  after insert on play_bars
  for each row execute function bar_guards_accounts();

-- Whether the person was ever barred, or had a limit.
create or replace function is_person_guarded(operator text, person text)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from play_bars where operator_id = operator and ref = person
    union all
    select from play_limits where operator_id = operator and ref = person)
$$;

-- A person who comes with another currency is still the same person. Whoever turns the operator off
-- or on is waited for, or waits for this account.
create or replace function account_is_guarded()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  person record;
  is_off boolean;
begin
  select operator_id, ref into person from players where id = new.player_id;
  select disabled_at is not null into is_off
    from operators where id = person.operator_id for share;
  perform lock_person(person.operator_id, person.ref);
  new.is_guarded := is_off or is_person_guarded(person.operator_id, person.ref);
  return new;
end $$;

create or replace trigger accounts_are_guarded
  before insert on accounts
  for each row when (new.kind = 'session') execute function account_is_guarded();

-- What a person has set for herself holds until its end, and only its source lifts another bar.
create or replace function bar_may_be_lifted()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from play_bars where id = new.bar_id and kind = 'bar' and source = new.source;
  if not found then
    raise exception 'bar % is not lifted by %', new.bar_id, new.source using errcode = 'SB071';
  end if;
  return new;
end $$;

create or replace trigger play_bars_are_lifted_by_their_source
  before insert on play_bar_lifts
  for each row execute function bar_may_be_lifted();

-- Which of these players have a session that is marked. Each is looked up, and so it costs the same
-- however many others have been marked since Postgres has counted them last.
create or replace function guarded_among(players bigint[])
returns bigint[] language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(player_id), '{}') from accounts
   where is_guarded and player_id = any (players)
$$;

-- The statements that take stakes leave out whoever is barred, or over a limit. Should one not,
-- nothing is written. What was staked here is counted already.
create or replace function barred_players_stake_nothing()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  staking bigint[];
  refused record;
begin
  if not exists (select from accounts where is_guarded) then
    return null;
  end if;
  if tg_table_name = 'bets' then
    staking := array(
      select distinct player_id from placed where kind in ('place', 'repeat', 'double'));
  else
    staking := array(select distinct player_id from placed where taken > 0);
  end if;
  select player_id, why into refused
    from unnest(guarded_among(staking)) as player_id, stake_refusal(player_id, 0) as why
   where why is not null limit 1;
  if found and refused.why = 'barred_from_play' then
    raise exception 'player % is barred from play', refused.player_id using errcode = 'SB070';
  elsif found then
    raise exception 'player % may not stake: %', refused.player_id, refused.why
      using errcode = 'SB072';
  end if;
  return null;
end $$;

create or replace trigger bets_of_barred_players
  after insert on bets referencing new table as placed
  for each statement execute function barred_players_stake_nothing();

create or replace trigger steps_of_barred_players
  after insert on solo_steps referencing new table as placed
  for each statement execute function barred_players_stake_nothing();

create or replace trigger play_bars_is_insert_only
  before delete or truncate on play_bars
  for each statement execute function refuse_change();

create or replace trigger play_bar_lifts_is_insert_only
  before delete or truncate on play_bar_lifts
  for each statement execute function refuse_change();
