-- Minor units have as many decimals as ISO 4217 says. Before, they had those that Intl says, and these
-- currencies had none: some of them in some versions of Node only, AFN to YER in all. Books that were
-- kept in whole units would be taken for hundredths, so a database that has any is refused, unless
-- its owner says of each currency that its books have the decimals of ISO 4217 already
-- (docs/operations.md, Upgrades).
do $$
declare
  changed constant text[] := array[
    'AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'RSD',
    'SOS', 'SYP', 'YER',
    -- Withdrawn, so of books of long ago.
    'ADP', 'BYR', 'ESP', 'ITL', 'LUF', 'MGF', 'MRO', 'SLL', 'STD', 'TMM', 'TRL', 'ZMK', 'ZWD'];
  as_iso constant text[] := regexp_split_to_array(
    coalesce(current_setting('sabot.decimals_by_iso_4217', true), ''), '\W+');
  held text;
begin
  select string_agg(currency, ', ' order by currency) into held from (
    select currency from players
    union select currency from play_limits
    union select settings ->> 'currency' from tables
    union select jsonb_object_keys(settings -> 'further') from tables
     where jsonb_typeof(settings -> 'further') = 'object') as kept
   where currency = any(changed) and currency <> all(as_iso);
  if held is not null then
    raise exception 'accounts, limits or tables are kept in %, and the decimals of that change: see Upgrades in docs/operations.md',
      held;
  end if;
end $$;
