-- Shift notes: shift managers write them and tick them off, each once. What was written stays.

create or replace function shift_note_may_be_written()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.text, new.written_by, new.written_at)
       is distinct from (old.id, old.text, old.written_by, old.written_at)
       or old.done_by is not null
       or not is_on_duty(new.done_by, array['shift_manager']) then
      raise exception 'shift note % stays as it is', old.id using errcode = 'restrict_violation';
    end if;
    new.done_at := studio_clock();
  elsif new.done_by is not null or not is_on_duty(new.written_by, array['shift_manager']) then
    raise exception '% writes no shift notes', new.written_by using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger shift_notes_may_be_written
  before insert or update on shift_notes
  for each row execute function shift_note_may_be_written();

create or replace trigger shift_notes_are_kept
  before delete or truncate on shift_notes
  for each statement execute function refuse_change();
