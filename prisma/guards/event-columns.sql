-- What the guards read of an event is in columns of its row, filled in from the payload by the
-- event’s kind. Each fact is written once: the application may insert no such column, and the
-- hash covers the payload. `bets_accepted`, the event of the hot path, has none of them.
--
-- In plpgsql, because Postgres would put a function in SQL into the statements and conditions that
-- use it, by reading its text anew each time that they begin.

-- The payload as JSON that Postgres can take apart; null where it is none. A code that a scanner
-- misread may hold NUL or half a character, which Postgres takes in no text: they are passed over
-- here alone.
create or replace function event_json(payload text)
returns json language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  return case
    when payload is not json then null
    when strpos(payload, '\u') = 0 then payload::json
    else regexp_replace(payload, '(\\\\)|\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1?', 'g')::json
  end;
end $$;

-- The number that a text is; null where it is none.
create or replace function number_in(field text)
returns bigint language plpgsql immutable parallel safe as $$
begin
  return case when field ~ '^[1-9][0-9]{0,17}$' then field::bigint end;
end $$;

-- Four eyes: what an approval is asked for, the number of it, and the two persons. They are in the
-- event itself, or in what it says of a card that was entered by hand.
create or replace function event_columns()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  said json := event_json(new.payload);
  manual json := case when new.kind in ('card_dealt', 'cards_burned', 'cut_card_drawn')
    then said -> 'manual' end;
  order_of_two json := case
    when new.kind in ('round_voided', 'round_corrected', 'card_corrected', 'hand_pay_ordered')
    then said else manual end;
begin
  new.event_game_number := number_in(said ->> 'game');
  new.event_shoe_ordinal := case when new.kind = 'shoe_started' then number_in(said ->> 'shoe') end;
  new.event_round_in_shoe := case when new.kind = 'betting_opened'
    then number_in(said ->> 'roundInShoe') end;
  new.event_paytable := case when new.kind = 'betting_opened' then said ->> 'paytable' end;
  new.event_cards := case when new.kind = 'cards_brought' then said ->> 'cards' end;
  new.event_seat := case when new.kind in ('card_dealt', 'card_withdrawn', 'card_corrected')
    then (said ->> 'side') || '_' || (said ->> 'position') end;
  new.event_card := said ->> 'card';
  new.event_coup := said ->> 'coup';
  new.event_player := said ->> 'player';
  new.event_is_last_coup := case when new.kind = 'cut_card_drawn' then
    case (said -> 'thisCoupIsLast')::text when 'true' then true when 'false' then false end end;
  new.event_needs := case
    when new.kind = 'round_voided' then 'void'
    when new.kind = 'round_corrected' then coalesce(said ->> 'fix', '')
    when new.kind = 'card_corrected' then 'card_correction'
    when new.kind = 'hand_pay_ordered' then 'hand_pay'
    when manual is null then null
    when new.kind = 'card_dealt' then 'card'
    when new.kind = 'cards_burned' then 'burn_card'
    when new.kind = 'cut_card_drawn' then 'cut_card'
  end;
  new.event_approval_id := number_in(order_of_two ->> 'approval');
  new.event_requested_by := order_of_two
    ->> case new.kind when 'card_corrected' then 'by' else 'requestedBy' end;
  new.event_approved_by := order_of_two ->> 'approvedBy';
  return new;
end $$;

create or replace trigger event_columns_are_filled_in
  before insert on table_events
  for each row
  when (new.kind <> 'bets_accepted')
  execute function event_columns();
