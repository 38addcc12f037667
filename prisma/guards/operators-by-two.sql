-- Who may send players and money is for the owner of the tables to say, or for two administrators
-- (I4, I12): one asks for a change of an operator, and another approves it. What only takes away
-- (off, a key that is revoked) one of them does alone.

-- An operator, as a change says how it is and how it will be.
create or replace function operator_state(o operators)
returns jsonb language sql immutable set search_path = public, pg_temp as $$
  select jsonb_build_object('name', o.name, 'mode', o.mode, 'currencies', o.currencies,
    'tables', o.tables, 'callbackUrl', o.callback_url, 'frameOrigins', o.frame_origins,
    'policy', o.policy, 'webhook', case when o.webhook_url is not null then jsonb_build_object(
      'url', o.webhook_url, 'feeds', o.webhook_feeds, 'isOn', o.webhook_on) end, 'isOff', o.disabled_at is not null)
$$;

-- Uses up the change that says exactly this. The application finds none: it is refused.
create or replace function use_operator_change(
  p_operator text, p_before jsonb, p_after jsonb, p_is_key boolean)
returns void language plpgsql set search_path = public, pg_temp as $$
declare of_two bigint;
begin
  select id into of_two from operator_changes
   where operator_id = p_operator and verdict = 'approved' and used_at is null
     and expires_at > studio_clock() and before is not distinct from p_before and after = p_after
     and (kind = 'key') = p_is_key
   order by id limit 1 for update;
  if not found then
    raise exception 'two administrators have not agreed on this of operator %', p_operator
      using errcode = 'SB015';
  end if;
  update operator_changes set used_at = studio_clock() where id = of_two;
end $$;

create or replace function operator_is_changed_by_two()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare was jsonb;
begin
  if not is_application() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was := operator_state(old);
    if operator_state(new) in (was, was || '{"isOff": true}') and new.id = old.id
       and (old.disabled_at is null or new.disabled_at = old.disabled_at) then
      return new;
    end if;
  end if;
  perform use_operator_change(new.id, was, operator_state(new), false);
  return new;
end $$;

create or replace trigger operators_are_changed_by_two
  before insert or update on operators
  for each row execute function operator_is_changed_by_two();

create or replace function operator_key_is_given_by_two()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not is_application() then
    return new;
  end if;
  if tg_op = 'INSERT' and new.revoked_at is null then
    perform use_operator_change(new.operator_id, null,
      case when new.secret_by is null
        then jsonb_build_object('kid', new.kid, 'publicKey', new.public_key)
        else jsonb_build_object('kid', new.kid, 'secretBy', new.secret_by) end, true);
  elsif tg_op = 'INSERT' or old.revoked_at is not null or new.revoked_at is null then
    raise exception 'key % stays as it is', new.kid using errcode = 'SB015';
  end if;
  return new;
end $$;

create or replace trigger operator_keys_are_given_by_two
  before insert or update on operator_keys
  for each row execute function operator_key_is_given_by_two();

-- Administrators ask, and nobody else.
create or replace function operator_change_is_asked()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.verdict is not null or new.used_at is not null
     or not is_on_duty(new.requested_by, array['administrator']) then
    raise exception '% may not ask for this', new.requested_by using errcode = 'SB015';
  end if;
  return new;
end $$;

create or replace trigger operator_changes_are_asked
  before insert on operator_changes
  for each row execute function operator_change_is_asked();

-- The second is another administrator. Both were one before, and neither account is of the other's
-- making (as in four-eyes.sql). Who asked may take it back. Decided once, and used once.
create or replace function operator_change_is_decided()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare person text;
begin
  if (new.id, new.operator_id, new.kind, new.before, new.after, new.requested_by,
      new.requested_at, new.expires_at)
     is distinct from
     (old.id, old.operator_id, old.kind, old.before, old.after, old.requested_by,
      old.requested_at, old.expires_at) then
    raise exception 'change % stays as it was asked for', old.id
      using errcode = 'restrict_violation';
  end if;
  if old.verdict is not null then
    if (new.verdict, new.decided_by, new.decided_at)
       is distinct from (old.verdict, old.decided_by, old.decided_at)
       or old.used_at is not null or old.verdict <> 'approved' then
      raise exception 'change % is decided', old.id using errcode = 'SB011';
    end if;
    return new;
  end if;
  if new.verdict is null or new.used_at is not null then
    raise exception 'change % is not decided', old.id using errcode = 'SB015';
  end if;
  new.decided_at := studio_clock();
  if new.decided_by = new.requested_by and new.verdict <> 'refused' then
    raise exception '% asked for change % and does not decide it', new.decided_by, new.id
      using errcode = 'SB010';
  end if;
  if not is_on_duty(new.decided_by, array['administrator']) then
    raise exception '% decides no changes of operators', new.decided_by using errcode = 'SB015';
  end if;
  if studio_clock() > new.expires_at then
    raise exception 'change % has expired', new.id using errcode = 'SB012';
  end if;
  if new.verdict = 'refused' then
    return new;
  end if;
  if not is_on_duty(new.requested_by, array['administrator']) then
    raise exception '% may not ask for change % any more', new.requested_by, new.id
      using errcode = 'SB015';
  end if;
  foreach person in array array[new.decided_by, new.requested_by] loop
    if not is_known_hand(person) then
      raise exception '% has had the present role for less than a day', person
        using errcode = 'SB035';
    end if;
  end loop;
  if not are_two_persons(new.requested_by, new.requested_at, new.decided_by) then
    raise exception 'the account % is not another person''s than % who asked for change %',
      new.decided_by, new.requested_by, new.id using errcode = 'SB010';
  end if;
  return new;
end $$;

create or replace trigger operator_changes_are_decided
  before update on operator_changes
  for each row execute function operator_change_is_decided();

create or replace trigger operator_changes_are_kept
  before delete or truncate on operator_changes
  for each statement execute function refuse_change();

-- Whatever the application changes of operators is in the staff's log by the end of the
-- transaction, as in beyond-the-application.sql: by what was done, and with the change it is of.
create or replace function operator_change_is_logged()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  its jsonb := to_jsonb(new);
  operator text := coalesce(its ->> 'operator_id', its ->> 'id');
  is_asked boolean := tg_table_name = 'operator_changes';
  done text[] := case
    when is_asked then array[case its ->> 'verdict' when 'refused' then 'refuse'
      when 'approved' then its ->> 'kind' else 'ask' end]
    when tg_table_name = 'operators' then case tg_op when 'INSERT' then array['add']
      else array['alter', 'on', 'off'] end
    else array[case tg_op when 'INSERT' then 'key' else 'revoke' end] end;
begin
  if not is_application() then
    return null;
  end if;
  perform from (
      select *, xmin as written_by from staff_actions order by seq desc limit 50) as line
    where operation like 'operator:%' and substr(operation, 10) = any (done)
      and written_by = pg_current_xact_id()::xid and subject = operator
      and (not is_asked or (line.after ->> 'change' = its ->> 'id'
        and staff_id = coalesce(its ->> 'decided_by', its ->> 'requested_by')));
  if not found then
    raise exception 'a change of operator % is not in the log of the staff', operator
      using errcode = 'SB036';
  end if;
  return null;
end $$;

create constraint trigger operators_are_logged
  after insert or update on operators deferrable initially deferred
  for each row execute function operator_change_is_logged();

create constraint trigger operator_keys_are_logged
  after insert or update on operator_keys deferrable initially deferred
  for each row execute function operator_change_is_logged();

create constraint trigger operator_changes_are_logged
  after insert or update on operator_changes deferrable initially deferred
  for each row execute function operator_change_is_logged();

-- The application begins to push the feeds that the operator's webhook has, and no others.
create or replace function webhook_place_is_wanted()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if is_application() and not exists (select from operators
       where id = new.operator_id and webhook_url is not null and new.feed = any (webhook_feeds)) then
    raise exception 'operator % is pushed no %', new.operator_id, new.feed using errcode = 'SB015';
  end if;
  return new;
end $$;

create or replace trigger webhook_places_are_wanted
  before insert on webhook_places
  for each row execute function webhook_place_is_wanted();

-- The rights come with the guard, so that nobody has them without it.
grant insert (id, name, mode, currencies, tables, callback_url, frame_origins, policy),
      update (name, currencies, tables, callback_url, frame_origins, policy, disabled_at, webhook_url,
      webhook_feeds, webhook_on)
   on operators to sabot_app;
grant insert (kid, operator_id, slot, public_key, secret_by), update (revoked_at)
   on operator_keys to sabot_app;
grant insert (operator_id, feed, place) on webhook_places to sabot_app;
