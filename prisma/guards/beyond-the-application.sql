-- What the application's role alone cannot make true (I4, I12): a person's standing, a decision
-- that the staff's log does not know, and money from outside.

-- Whoever is no owner of the tables, and cannot become one.
create or replace function is_application()
returns boolean language sql stable set search_path = public, pg_temp as $$
  select not pg_has_role(current_user, relowner, 'member') from pg_class
   where oid = 'public.staff'::regclass
$$;

-- A role is as old as its last change, and vouched for where the owner of the tables gave it, as
-- from the console, or vouches for it afterwards. The application writes neither.
create or replace function role_has_a_history()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.role = old.role then
    new.role_since := old.role_since;
    if is_application() then
      new.role_vouched := old.role_vouched;
    end if;
  else
    new.role_since := studio_clock();
    new.role_vouched := not is_application();
  end if;
  return new;
end $$;

create or replace trigger staff_roles_have_a_history
  before insert or update of role, role_since, role_vouched on staff
  for each row execute function role_has_a_history();

-- Whether somebody has had the role for a day, or from the owner of the tables.
create or replace function is_known_hand(p_staff text)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from staff where id = p_staff
    and (role_vouched or role_since + staff_role_waits() <= studio_clock()))
$$;

-- Who approves is a known hand, and so is who asked, in whatever role they are by now. For what no
-- scanner reads one asks from the first day on.
create or replace function approval_is_by_a_known_hand()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare stranger text;
begin
  if new.verdict <> 'approved' then
    return new;
  end if;
  select s.id into stranger from approvals a
    join staff s on s.id = new.decided_by or (s.id = a.requested_by and not is_by_hand(a.kind::text))
   where a.id = new.approval_id and not is_known_hand(s.id) limit 1;
  if found then
    raise exception '% has had the present role for less than a day', stranger
      using errcode = 'SB035';
  end if;
  return new;
end $$;

create or replace trigger approval_decisions_are_by_a_known_hand
  before insert on approval_decisions
  for each row execute function approval_is_by_a_known_hand();

-- What one asked for, and another decided, is in the staff's log by the end of the transaction. The
-- log is locked until then, so the line is one of its last.
create or replace function approval_is_logged()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  what text := case tg_table_name when 'approvals' then 'approval:request'
    else 'approval:decide' end;
  asked jsonb := to_jsonb(new);
begin
  if not is_application() then
    return null;
  end if;
  perform from (
      select *, xmin as written_by from staff_actions order by seq desc limit 50) as line
    where operation = what and written_by = pg_current_xact_id()::xid
      and subject = coalesce(asked ->> 'approval_id', asked ->> 'id')
      and staff_id = coalesce(asked ->> 'decided_by', asked ->> 'requested_by');
  if not found then
    raise exception '% % is not in the log of the staff', what,
      coalesce(asked ->> 'approval_id', asked ->> 'id') using errcode = 'SB036';
  end if;
  return null;
end $$;

create constraint trigger approvals_are_logged
  after insert on approvals deferrable initially deferred
  for each row execute function approval_is_logged();

create constraint trigger approval_decisions_are_logged
  after insert on approval_decisions deferrable initially deferred
  for each row execute function approval_is_logged();

-- Money comes from outside with a player who is opened, in the same transaction, and comes and goes
-- by a movement that an operator has signed, or that is in the journal of its wallet: with the
-- wallet's verdict, or where two persons have settled by hand what a correction was to take. Others
-- across the studio's border are not the application's.
create or replace function outside_pays_once()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not is_application() or outside_is_made_up() then
    return null;
  end if;
  if new.kind = 'deposit' and new.key ~ '^deposit:[1-9][0-9]{0,17}:opening$' then
    perform from players
      where id = split_part(new.key, ':', 2)::bigint and xmin = pg_current_xact_id()::xid;
    if found then return null; end if;
  end if;
  perform from operator_movements
    where new.key = 'movement:' || operator_id || ':' || movement_id and kind = new.kind
      and operator_id = split_part(new.key, ':', 2) and movement_id = split_part(new.key, ':', 3)
      and refusal is null and xmin = pg_current_xact_id()::xid;
  if found then return null; end if;
  perform from wallet_movements
    where new.key = 'wallet:' || operator_id || ':' || movement_id and xmin = pg_current_xact_id()::xid
      and operator_id = split_part(new.key, ':', 2) and movement_id = split_part(new.key, ':', 3)
      and case when kind = 'debit' or amount < 0
               then new.kind = 'deposit' and (status = 'done' and signature is not null
                 or kind = 'adjust' and status = 'by_hand')
               else new.kind = 'withdrawal' end;
  if found then return null; end if;
  raise exception 'entry % (%) is not the application’s to make', new.key, new.kind
    using errcode = 'SB037';
end $$;

create or replace trigger entries_from_outside
  after insert on entries
  for each row when (new.kind in ('deposit', 'withdrawal'))
  execute function outside_pays_once();

-- Whatever an entry is called, what it moves from outside, or to there, is what it was made for:
-- one posting of the player's who is opened, or of the movement, and of as much. But for that, two
-- persons order what is paid by hand, and its part of a round, or of a correction, proves it
-- (hand-pays.sql).
create or replace function outside_gives_what_is_due()
returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  outside bigint := (select id from accounts where name = 'outside');
  wrong record;
begin
  perform from posted where outside in (source_id, destination_id);
  if not found or not is_application() or outside_is_made_up() then
    return null;
  end if;
  select e.key, e.kind into wrong
    from posted p join entries e on e.id = p.entry_id
    join accounts a on a.id = case outside when p.source_id then p.destination_id else p.source_id end
   where outside in (p.source_id, p.destination_id) and case
     when e.kind in ('deposit', 'withdrawal') then p.line = 1
       and (outside = p.source_id) = (e.kind = 'deposit')
       and (a.kind = 'game' and e.key = 'deposit:' || a.player_id || ':opening'
         or exists (select from operator_movements m
           where e.key = 'movement:' || m.operator_id || ':' || m.movement_id
             and m.operator_id = split_part(e.key, ':', 2)
             and m.movement_id = split_part(e.key, ':', 3)
             and m.player_id = a.player_id and m.amount = p.amount)
         or exists (select from wallet_movements m
           where e.key = 'wallet:' || m.operator_id || ':' || m.movement_id
             and m.operator_id = split_part(e.key, ':', 2)
             and m.movement_id = split_part(e.key, ':', 3)
             and m.player_id = a.player_id and abs(m.amount) = p.amount))
     when e.kind in ('settlement', 'refund') then outside = p.destination_id and a.kind = 'stakes'
     when e.kind = 'correction' then outside = p.destination_id and a.kind = 'house'
     when e.kind = 'clawback' then outside = p.source_id and a.kind = 'house'
   end is not true limit 1;
  if found then
    raise exception 'entry % (%) is not the application’s to make', wrong.key, wrong.kind
      using errcode = 'SB037';
  end if;
  return null;
end $$;

create or replace trigger postings_from_outside
  after insert on postings referencing new table as posted
  for each statement execute function outside_gives_what_is_due();
