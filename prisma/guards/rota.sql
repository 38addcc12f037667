-- The dealers' rota: no dealer is on it twice at a time, and what was entered stays written. A
-- stint is cancelled once, while it is not over. Shift managers enter and cancel.

create or replace function stint_may_be_entered()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Two stints of one dealer that are entered at the same time see each other.
  perform pg_advisory_xact_lock(hashtextextended('rota of ' || new.dealer_id, 0));
  if new.cancelled_by is not null or not is_on_duty(new.entered_by, array['shift_manager'])
     or not is_on_duty(new.dealer_id, array['dealer', 'shift_manager']) then
    raise exception '% may not enter a stint of %', new.entered_by, new.dealer_id
      using errcode = 'restrict_violation';
  end if;
  if exists (
    select from rota_stints
     where dealer_id = new.dealer_id and cancelled_at is null
       and starts_at < new.ends_at and ends_at > new.starts_at) then
    raise exception '% is on the rota already between % and %',
      new.dealer_id, new.starts_at, new.ends_at using errcode = 'SB100';
  end if;
  return new;
end $$;

create or replace trigger rota_stints_may_be_entered
  before insert on rota_stints
  for each row execute function stint_may_be_entered();

create or replace function stint_may_be_cancelled()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.dealer_id, new.table_id, new.starts_at, new.ends_at, new.entered_by,
      new.entered_at)
     is distinct from
     (old.id, old.dealer_id, old.table_id, old.starts_at, old.ends_at, old.entered_by,
      old.entered_at)
     or old.cancelled_by is not null or old.ends_at <= studio_clock()
     or not is_on_duty(new.cancelled_by, array['shift_manager']) then
    raise exception 'stint % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  new.cancelled_at := studio_clock();
  return new;
end $$;

create or replace trigger rota_stints_may_be_cancelled
  before update on rota_stints
  for each row execute function stint_may_be_cancelled();

create or replace trigger rota_stints_are_kept
  before delete or truncate on rota_stints
  for each statement execute function refuse_change();
