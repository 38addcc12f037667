-- A table begins again from a checkpoint that its log made (I7, I11): of the log's last event, and
-- of the shoe that is in place.

create or replace function checkpoint_is_of_its_log()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  state json := event_json(new.state);
  last bigint := (select seq from table_events where table_id = new.table_id order by seq desc limit 1);
  shoe int := (select max(ordinal) from shoes where table_id = new.table_id);
begin
  if last is distinct from new.seq
     or (state ->> 'table', state ->> 'seq', state #>> '{shoe,ordinal}')
        is distinct from (new.table_id, new.seq::text, shoe::text) then
    raise exception 'checkpoint % of table % is not of the last event of its log', new.seq,
      new.table_id using errcode = 'SB019';
  end if;
  return null;
end $$;

create or replace trigger table_checkpoints_are_of_their_log
  after insert or update on table_checkpoints
  for each row execute function checkpoint_is_of_its_log();
