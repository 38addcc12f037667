-- What bets, payments and hands of a sealed period have moved may be taken out once it is in files
-- (I3, I4): the postings of the oldest period that has them, no others, and what they made of each
-- account is added up as they go. Their entries stay, so that no key comes twice.

-- Whether the entry is of bets, payments or hands of a period up to this one. What was reversed,
-- and batches that void hands, stay: others look at their postings.
create or replace function moves_within_periods(p_id bigint, p_kind entry_kind, p_key text, p_until bigint)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select coalesce(case
      when p_kind::text in ('bets', 'hands') then (
        select h.seq >= substring(p_key from ':([0-9]{1,18})$')::bigint from period_heads h
         where h.log = substring(p_key from '^(?:bets|hands):(.*):[0-9]{1,18}$') and h.period <= p_until
         order by h.period desc limit 1)
      when p_kind::text in ('settlement', 'refund') then (
        select h.seq >= r.opened_seq from rounds r join period_heads h on h.log = r.table_id and h.period <= p_until
         where r.game_number = substring(p_key from '^round:([0-9]{1,18}):')::bigint
         order by h.period desc limit 1)
    end, false)
    and not (p_kind::text = 'hands' and exists (
      select from hand_voids v where v.chain = substring(p_key from '^hands:(.*):[0-9]{1,18}$')
         and v.seq = substring(p_key from ':([0-9]{1,18})$')::bigint))
    and not exists (select from entries r where r.reverses = p_id)
$$;

-- The next one in order, one at a time, and none that somebody may still ask for.
create or replace function archive_follows()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.done_at is not null or new.period <> (select coalesce(max(period), 0) + 1 from period_archives)
     or exists (select from period_archives where done_at is null)
     or studio_now() < (select ends_at + interval '32 days' from periods where number = new.period) then
    raise exception 'period % is not the next to be archived, or ended less than 32 days ago', new.period
      using errcode = 'SB093';
  end if;
  return new;
end $$;

create or replace trigger archives_follow
  before insert on period_archives
  for each row execute function archive_follows();

-- It ends once, and is nothing else afterwards.
create or replace function archive_ends_once()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.done_at is not null or new.done_at is null
     or to_jsonb(new) - 'done_at' <> to_jsonb(old) - 'done_at' then
    raise exception 'table period_archives is insert-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger archives_end_once
  before update on period_archives
  for each row execute function archive_ends_once();

create or replace trigger period_archives_is_insert_only
  before delete or truncate on period_archives
  for each statement execute function refuse_change();

-- Postings stay, but while a period is being archived.
create or replace function postings_stay()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from period_archives where done_at is null) then
    raise exception 'table postings is insert-only' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger postings_stay
  before delete on postings
  for each statement execute function postings_stay();

-- And then those of that period alone go, into what the accounts have of archived periods.
create or replace function postings_go_with_their_period()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  archived bigint := (select period from period_archives where done_at is null);
begin
  if exists (
    select from (select distinct entry_id from gone) as g left join entries e on e.id = g.entry_id
     where archived is null or e.id is null
        or not moves_within_periods(e.id, e.kind, e.key, archived)) then
    raise exception 'table postings is insert-only' using errcode = 'restrict_violation';
  end if;
  insert into archived_gains as g (account_id, gain)
  select account_id, sum(amount)
    from (select destination_id as account_id, amount from gone
          union all select source_id, -amount from gone) as change
   group by account_id order by account_id
  on conflict (account_id) do update set gain = g.gain + excluded.gain;
  delete from archived_gains
   where gain = 0 and account_id in (
     select destination_id from gone union select source_id from gone);
  return null;
end $$;

create or replace trigger postings_go_with_their_period
  after delete on postings referencing old table as gone
  for each statement execute function postings_go_with_their_period();

-- Written by the guard above alone.
create or replace function gains_are_the_guards()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'table archived_gains is insert-only' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger archived_gains_are_the_guards
  before insert or update or delete on archived_gains
  for each statement execute function gains_are_the_guards();

create or replace trigger archived_gains_is_never_emptied
  before truncate on archived_gains
  for each statement execute function refuse_change();
