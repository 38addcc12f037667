-- An anchor vouches for an event that exists, and follows the anchor before it (I9).

-- It follows the log's last anchor and the studio's last one. No other is ever written, not even by
-- mistake.
create or replace function anchor_holds()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  last record;
  found bytea;
begin
  select number, seq into last from anchors where table_id = new.table_id
    order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.seq <= coalesce(last.seq, 0) then
    raise exception 'the last anchor of % is number % at event %', new.table_id,
      coalesce(last.number, 0), coalesce(last.seq, 0) using errcode = 'SB030';
  end if;
  if new.ordinal <> coalesce((select max(ordinal) from anchors), 0) + 1 then
    raise exception 'anchor % of the studio is not the next', new.ordinal using errcode = 'SB030';
  end if;
  if new.table_id = '@staff' then
    select hash into found from staff_actions where seq = new.seq;
  elsif new.table_id like '@%:%' then
    select hash into found from solo_log where chain = new.table_id and seq = new.seq;
  else
    select hash into found from table_events where table_id = new.table_id and seq = new.seq;
  end if;
  if found is distinct from new.hash then
    raise exception 'event % of % has another hash', new.seq, new.table_id
      using errcode = 'SB031';
  end if;
  return new;
end $$;

create or replace trigger anchors_hold
  before insert on anchors
  for each row execute function anchor_holds();
