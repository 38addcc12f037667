-- A movement of an operator's that is decided is a line of its feed, in the transaction that
-- decides it.

-- With the owner's rights: the application adds none by itself.
create or replace function movement_has_a_line() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into movement_lines (transaction, operator_id, journal, movement_id)
  values (feed_number(), new.operator_id, tg_argv[0], new.movement_id);
  return null;
end $$;

create or replace trigger operator_movements_have_lines
  after insert on operator_movements
  for each row execute function movement_has_a_line('transfer');

create or replace trigger wallet_movements_have_lines
  after update on wallet_movements
  for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function movement_has_a_line('wallet');

create or replace trigger movement_lines_is_insert_only
  before update or delete or truncate on movement_lines
  for each statement execute function refuse_change();
