-- One owner at a time (I10): a table is written by the holder of its lease, and its epoch never
-- falls.

-- A table's epoch never falls.
create or replace function table_lease_epoch_grows()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.epoch < old.epoch then
    raise exception 'the epoch of table % never falls', old.table_id using errcode = 'SB002';
  end if;
  return new;
end $$;

create or replace trigger table_leases_epoch_grows
  before update on table_leases
  for each row execute function table_lease_epoch_grows();

-- Refuses a writer that does not hold the table's lease in this epoch, and keeps the lease from
-- changing hands until the transaction ends. The epoch is part of a key, so whoever changes it
-- waits for this lock. Whoever renews the lease changes no key, and does not.
create or replace function table_fence(p_table text, p_epoch bigint, p_owner uuid)
returns void language plpgsql as $$
begin
  perform 1 from table_leases where table_id = p_table and epoch = p_epoch
    and owner = p_owner for key share;
  if not found then
    raise exception 'epoch % of table % is over', p_epoch, p_table using errcode = 'SB004';
  end if;
end $$;
