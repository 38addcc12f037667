-- A round whose takings are to be worked out, or anew, is due in the transaction that makes it so.

-- Each change adds a row of its own, which waits for nobody. Whoever works the takings out deletes
-- the rows that were there before it read the round.
create or replace function round_is_due() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into rounds_due (game_number) values (new.game_number);
  return null;
end $$;

create or replace trigger rounds_are_due
  after update on rounds
  for each row
  when (new.status in ('settled', 'void', 'refunded') and new.status is distinct from old.status)
  execute function round_is_due();

create or replace trigger corrected_rounds_are_due
  after insert on corrections
  for each row execute function round_is_due();

create or replace trigger corrected_rounds_are_due_again
  after update on corrections
  for each row
  when (new.finished_seq is distinct from old.finished_seq)
  execute function round_is_due();

-- Takings are replaced by those that were worked out last, and never go.
create or replace trigger round_takings_are_never_deleted
  before delete or truncate on round_takings
  for each statement execute function refuse_change();
