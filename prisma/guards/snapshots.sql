-- A table begins again from a snapshot that its log made (I7, I11): of the shoe that has just
-- started, and of nothing else.

create or replace function snapshot_is_of_its_log()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  last record;
  state json := event_json(new.state);
begin
  select seq, kind, event_shoe_ordinal into last from table_events where table_id = new.table_id
    order by seq desc limit 1;
  if (last.seq, last.kind) is distinct from (new.seq, 'shoe_started')
     or (state ->> 'table', state ->> 'seq', state #>> '{shoe,ordinal}')
        is distinct from (new.table_id, new.seq::text, last.event_shoe_ordinal::text) then
    raise exception 'snapshot % of table % is of no shoe that has just started', new.seq,
      new.table_id using errcode = 'SB019';
  end if;
  return null;
end $$;

create or replace trigger table_snapshots_are_of_their_log
  after insert on table_snapshots
  for each row execute function snapshot_is_of_its_log();
