-- A demo has a database to itself (I12): what it makes up, accounts, keys and money, is good in no
-- other one.

create or replace function is_demo_database()
returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from demo_mark)
$$;

create or replace function demo_is_alone()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from players) or exists (select from table_events)
     or exists (select from staff where id <> 'studio') then
    raise exception 'the database was used by a studio that is no demo' using errcode = 'SB032';
  end if;
  return new;
end $$;

create or replace trigger demo_mark_is_alone
  before insert on demo_mark
  for each row execute function demo_is_alone();

-- Nobody says of themselves that they are no demo's. What is said to be one's is for its own
-- database alone, and opened in no other.
create or replace function says_whether_demo()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.is_demo and not is_demo_database() then
    raise exception 'a demo’s own, and the database is not a demo’s' using errcode = 'SB033';
  end if;
  new.is_demo := is_demo_database();
  return new;
end $$;

create or replace trigger staff_say_whether_demo
  before insert on staff
  for each row execute function says_whether_demo();

create or replace trigger anchor_keys_say_whether_demo
  before insert on anchor_keys
  for each row execute function says_whether_demo();
