-- Chips, limits and limits of tips of a table, in each of its currencies, can be added up for all
-- players (I4): each has twelve digits at most, as LIMIT_DIGITS of src/round/limits-of.ts.

create or replace function table_limits_are_bounded()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  beyond constant text := ' ? (!(@.type() == "string" && @ like_regex "^[0-9]{1,12}$"))';
  -- By their whole paths: a limit group may be called max, min or chips.
  limits constant text[] := array[
    '$.limits.*', '$.groupLimits.*.*', '$.further.*.limits.*', '$.further.*.groupLimits.*.*'];
  amounts constant text[] := array['$.chips[*]', '$.further.*.chips[*]']
    || array(select spot || bound
               from unnest(limits) as spot, unnest(array['.min', '.max']) as bound);
  tips constant text[] := array['$.tipMax', '$.further.*.tipMax'];
begin
  if exists (select from unnest(amounts) as path where new.settings @? (path || beyond)::jsonpath)
     or exists (select from unnest(tips) as path
                 where new.settings @? (path || ' ? (@ != null)' || beyond)::jsonpath) then
    raise exception 'table % has an amount of more than twelve digits', new.id
      using errcode = 'SB066';
  end if;
  return new;
end $$;

create or replace trigger table_limits_are_bounded
  before insert or update of settings on tables
  for each row execute function table_limits_are_bounded();
