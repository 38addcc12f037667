-- A period that is sealed stays as it was sealed (I3, I4, I9): periods follow each other, each says
-- of the logs what they say, and no entry, round, hand or batch comes into one later.

-- Whole gaming days, an hour after their end at the earliest: whatever was begun in them is
-- committed by then, since no transaction of the studio lasts that long.
create or replace function period_follows()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last record;
begin
  select number, until_day, ends_at into last from periods order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.until_day <= last.until_day
     or new.ends_at <= last.ends_at or new.ends_at <> gaming_day_begins(new.until_day + 1)
     or studio_now() < new.ends_at + interval '1 hour' then
    raise exception 'period % until % does not follow, or is not over', new.number, new.until_day
      using errcode = 'SB090';
  end if;
  return new;
end $$;

create or replace trigger periods_follow
  before insert on periods
  for each row execute function period_follows();

-- What a period says of a log and of an account is written before its row, and never after it.
create or replace function period_is_not_there_yet()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare next bigint := (select coalesce(max(number), 0) + 1 from periods);
begin
  if exists (select from written where period <> next) then
    raise exception 'the next period is number %', next using errcode = 'SB090';
  end if;
  return null;
end $$;

create or replace trigger period_heads_come_first
  after insert on period_heads referencing new table as written
  for each statement execute function period_is_not_there_yet();

create or replace trigger period_balances_come_first
  after insert on period_balances referencing new table as written
  for each statement execute function period_is_not_there_yet();

-- A period begins in each log where the one before it has ended, and ends at a row of the log.
create or replace function period_head_holds()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  last record;
  found bytea;
begin
  select seq, hash into last from period_heads
   where log = new.log and period < new.period order by period desc limit 1;
  if new.log = '@staff' then
    select hash into found from staff_actions where seq = new.seq;
  elsif new.log like '@%:%' then
    select hash into found from solo_log where chain = new.log and seq = new.seq;
  else
    select hash into found from table_events where table_id = new.log and seq = new.seq;
  end if;
  if new.from_seq <> coalesce(last.seq, 0) or new.from_hash <> coalesce(last.hash, ''::bytea)
     or new.seq <= new.from_seq or found is distinct from new.hash then
    raise exception 'log % does not go from % to %', new.log, new.from_seq, new.seq
      using errcode = 'SB091';
  end if;
  return new;
end $$;

create or replace trigger period_heads_hold
  before insert on period_heads
  for each row execute function period_head_holds();

-- No money is moved in a period that is sealed.
create or replace function entries_come_after_the_seal()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from posted
              where at < (select ends_at from periods order by number desc limit 1)) then
    raise exception 'an entry comes into a period that is sealed' using errcode = 'SB092';
  end if;
  return null;
end $$;

create or replace trigger entries_after_the_seal
  after insert on entries referencing new table as posted
  for each statement execute function entries_come_after_the_seal();

-- Nor is a number of a round or of a hand given again that a period has. A number may be lower than
-- those and be new: a table keeps the next one for as long as it rests. The numbers of a period are
-- a large value, which Postgres reads as a whole. Indexes of their ends say which periods have any
-- that is as high (`periods_games_until`, `periods_hands_until`), and no other is looked at, also
-- where there are so few that a session would read all of them.
create or replace function rounds_come_after_the_seal()
returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from periods where upper(games) > new.game_number and games @> new.game_number) then
    raise exception 'round % is of a period that is sealed', new.game_number
      using errcode = 'SB092';
  end if;
  return new;
end $$;

create or replace trigger rounds_after_the_seal
  before insert on rounds
  for each row execute function rounds_come_after_the_seal();

-- Each batch of hands opens one for every hand that it ends. Where the lowest of their numbers is
-- above all that is sealed, as it is but for a sequence that was put back, no hand is looked up.
create or replace function hands_come_after_the_seal()
returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  lowest bigint := (select min(hand_number) from opened);
  wrong bigint;
begin
  if not exists (select from periods where upper(hands) > lowest) then
    return null;
  end if;
  select o.hand_number into wrong from opened o
   where exists (select from periods where upper(hands) > o.hand_number and hands @> o.hand_number)
   limit 1;
  if found then
    raise exception 'hand % is of a period that is sealed', wrong using errcode = 'SB092';
  end if;
  return null;
end $$;

create or replace trigger solo_hands_after_the_seal
  after insert on solo_hands referencing new table as opened
  for each statement execute function hands_come_after_the_seal();

-- The log of a game and day goes on where it was sealed, whatever of it is still there.
create or replace function batches_come_after_the_seal()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.seq <= (select seq from period_heads where log = new.chain order by period desc limit 1) then
    raise exception 'batch % of % is of a period that is sealed', new.seq, new.chain
      using errcode = 'SB092';
  end if;
  return new;
end $$;

create or replace trigger solo_log_after_the_seal
  before insert on solo_log
  for each row execute function batches_come_after_the_seal();

create or replace trigger periods_is_insert_only
  before update or delete or truncate on periods
  for each statement execute function refuse_change();

create or replace trigger period_heads_is_insert_only
  before update or delete or truncate on period_heads
  for each statement execute function refuse_change();

create or replace trigger period_balances_is_insert_only
  before update or delete or truncate on period_balances
  for each statement execute function refuse_change();

create or replace trigger period_exports_is_insert_only
  before update or delete or truncate on period_exports
  for each statement execute function refuse_change();
