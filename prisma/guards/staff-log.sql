-- The actions of the staff are a log of their own (I9): numbered without a gap, and chained as the
-- tables’ logs are.

-- Over the previous hash, the number and every other column, each with its length before it, so
-- that no two actions make the same text.
create or replace function staff_action_hash(previous bytea, seq bigint, fields text[])
returns bytea language sql immutable as $$
  select sha256(previous || convert_to(string_agg(
           coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-'),
           ',' order by place), 'UTF8'))
    from unnest(array_prepend(seq::text, fields)) with ordinality as given(field, place)
$$;

-- What the hash of an action is made of in the place of its reason, which an erasure may take.
create or replace function staff_reason_digest(salt bytea, reason text)
returns text language sql immutable as $$
  select encode(sha256(salt || convert_to(reason, 'UTF8')), 'hex')
$$;

create or replace function staff_action_follows()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last record;
begin
  -- The account of whoever acts is locked first. Whoever changes that account locks it, and then
  -- waits here, not the other way round.
  perform from staff where id = new.staff_id for key share;
  perform pg_advisory_xact_lock(hashtext('staff_actions'));
  select seq, hash into last from staff_actions order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.reason_salt := case when new.reason is not null
    then uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) end;
  new.reason_digest := staff_reason_digest(new.reason_salt, new.reason);
  new.hash := staff_action_hash(coalesce(last.hash, ''::bytea), new.seq, array[
    new.id::text, new.staff_id, new.operation, new.table_id, new.game_number::text,
    new.subject, new.reason_digest, new.before::text, new.after::text,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]);
  return new;
end $$;

create or replace trigger staff_actions_follow
  before insert on staff_actions
  for each row execute function staff_action_follows();
