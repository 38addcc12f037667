-- No posting moves money between two currencies (I4): each account has one, and keeps it.

-- A player's account has its player's currency, whatever is said. Neither changes afterwards: the
-- application has no right to.
create or replace function account_has_a_currency()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.player_id is not null then
    select currency into new.currency from players where id = new.player_id;
  end if;
  return new;
end $$;

create or replace trigger accounts_have_a_currency
  before insert on accounts
  for each row execute function account_has_a_currency();

-- The house and the outside have no currency, and take part in postings of every one. They are
-- left out first, since most postings of a hand are from or to the house. Most statements post in
-- one currency: then each account is looked up once, and no pair is compared.
create or replace function postings_are_of_one_currency()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  mixed record;
  of_none bigint[] := array(select id from accounts where name in ('house', 'outside')
    and currency is null and player_id is null);
  ids bigint[];
begin
  select array_agg(source_id) || array_agg(destination_id) into ids from posted
   where source_id <> all(of_none) and destination_id <> all(of_none);
  perform from accounts where id = any(ids)
   having min(coalesce(currency, (select currency from players where id = player_id)))
       <> max(coalesce(currency, (select currency from players where id = player_id)));
  if not found then
    return null;
  end if;
  select s.name as source, d.name as destination into mixed
    from posted p join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
   where p.source_id <> all(of_none) and p.destination_id <> all(of_none)
     and coalesce(s.currency, (select currency from players where id = s.player_id))
      <> coalesce(d.currency, (select currency from players where id = d.player_id))
   limit 1;
  if found then
    raise exception '% and % are not of one currency', mixed.source, mixed.destination
      using errcode = 'SB061';
  end if;
  return null;
end $$;

create or replace trigger postings_of_one_currency
  after insert on postings referencing new table as posted
  for each statement execute function postings_are_of_one_currency();
