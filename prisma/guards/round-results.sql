-- A round that ends, and a correction that is paid, is a result in the transaction that makes it
-- so.

-- With the owner's rights: the application adds none by itself.
create or replace function round_has_a_result() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'rounds' then
    insert into round_results (transaction, game_number, table_id, ordinal)
    values (feed_number(), new.game_number, new.table_id, 0);
  else
    insert into round_results (transaction, game_number, table_id, ordinal)
    select feed_number(), new.game_number, table_id, new.ordinal
      from rounds where game_number = new.game_number;
  end if;
  return null;
end $$;

create or replace trigger rounds_have_results
  after update on rounds
  for each row
  when (new.status in ('settled', 'refunded') and new.status is distinct from old.status)
  execute function round_has_a_result();

create or replace trigger corrections_have_results
  after update on corrections
  for each row
  when (old.finished_seq is null and new.finished_seq is not null)
  execute function round_has_a_result();

create or replace trigger round_results_is_insert_only
  before update or delete or truncate on round_results
  for each statement execute function refuse_change();
