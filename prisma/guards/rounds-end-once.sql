-- A round ends once, with no stakes left in any currency (I3).

create or replace function round_ends_at_zero()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (select balance from accounts where id = new.stakes_account_id) is distinct from 0
    or exists (select from unnest(new.further_stakes_account_ids) as further
        where (select balance from accounts where id = further) is distinct from 0) then
    raise exception 'round % cannot end: stakes are left', new.game_number
      using errcode = 'SB006';
  end if;
  return new;
end $$;

create or replace trigger rounds_end_at_zero
  before insert or update on rounds
  for each row
  when (new.status in ('settled', 'refunded'))
  execute function round_ends_at_zero();

-- A payment that was cut into chunks stays cut that way. Cut in two ways, it would pay a player
-- twice, or never.
create or replace function round_stays_cut()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the payment of round % was cut into % chunks', old.game_number, old.chunks
    using errcode = 'SB008';
end $$;

create or replace trigger rounds_stay_cut
  before update on rounds
  for each row
  when (new.chunks is distinct from old.chunks and old.chunks is not null)
  execute function round_stays_cut();
