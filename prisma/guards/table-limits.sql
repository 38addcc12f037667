-- Chips, limits and limits of tips of a table, in each of its currencies, can be added up for all
-- players (I4): each has twelve digits at most, as LIMIT_DIGITS of src/round/limits-of.ts.

create or replace function table_limits_are_bounded()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  beyond constant text := '(!(@.type() == "string" && @ like_regex "^[0-9]{1,12}$"))';
  amounts constant text[] := array[
    '$.**.min ? ' || beyond,
    '$.**.max ? ' || beyond,
    '$.**.chips[*] ? ' || beyond,
    '$.**.tipMax ? (@ != null) ? ' || beyond];
begin
  if exists (select from unnest(amounts) as path where new.settings @? path::jsonpath) then
    raise exception 'table % has an amount of more than twelve digits', new.id
      using errcode = 'SB066';
  end if;
  return new;
end $$;

create or replace trigger table_limits_are_bounded
  before insert or update of settings on tables
  for each row execute function table_limits_are_bounded();
