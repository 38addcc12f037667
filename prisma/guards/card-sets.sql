-- The deck inventory holds the cards that the log says were brought (RULES 1.11).

-- Each row belongs to one event of the log.
create or replace function card_set_is_brought()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from table_events where table_id = new.table_id and seq = new.brought_seq
    and kind = 'cards_brought'
    and event_cards = new.name;
  if not found then
    raise exception 'event % of table % did not bring the cards %', new.brought_seq,
      new.table_id, new.name using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger card_sets_are_brought
  before insert on card_sets
  for each row execute function card_set_is_brought();
