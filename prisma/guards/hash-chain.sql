-- The log of a table has no gap, is written by one writer after the other, and is chained by
-- SHA-256 (I6, I9, I10).

-- The hash that chains a table's log (invariant I9): over the previous hash and every column.
create or replace function table_event_hash(previous bytea, table_id text, seq bigint,
  epoch bigint, at_ms bigint, kind text, payload text)
returns bytea language sql immutable parallel safe as $$
  select sha256(previous || convert_to(concat_ws('|', table_id, seq, epoch, at_ms, kind,
    payload), 'UTF8'))
$$;

-- Each event follows the last: next number, an epoch that never falls, the right hash (I6, I9,
-- I10). Two writers that both saw the same last event collide on the primary key.
create or replace function table_event_follows()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last record;
begin
  select seq, epoch, hash into last from table_events where table_id = new.table_id
    order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 then
    raise exception 'table % expects event %, not %', new.table_id, coalesce(last.seq, 0) + 1,
      new.seq using errcode = 'SB001';
  end if;
  if new.epoch < coalesce(last.epoch, 0) then
    raise exception 'table % is in epoch %, not %', new.table_id, last.epoch,
      new.epoch using errcode = 'SB002';
  end if;
  if new.hash <> table_event_hash(coalesce(last.hash, ''::bytea), new.table_id, new.seq,
    new.epoch, new.at_ms, new.kind, new.payload) then
    raise exception 'table %: event % breaks the hash chain', new.table_id, new.seq
      using errcode = 'SB003';
  end if;
  return new;
end $$;

create or replace trigger table_events_follow
  before insert on table_events
  for each row execute function table_event_follows();

-- An event says what it is. The triggers of a kind go by the column `kind`, and the other columns
-- are derived from the payload by that kind.
create or replace function table_event_says_its_kind()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'event % of table % is not of kind %', new.seq, new.table_id,
    new.kind using errcode = 'SB009';
end $$;

create or replace trigger table_events_say_their_kind
  before insert on table_events
  for each row
  when ((event_json(new.payload) ->> 'kind') is distinct from new.kind)
  execute function table_event_says_its_kind();
