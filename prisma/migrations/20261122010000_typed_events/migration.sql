-- What the guards read of an event are columns, which the database derives from the payload: each fact
-- is still written once. The payload stays what the hash covers. `bets_accepted`, the hot one, has none.

-- The payload as JSON that Postgres can take apart; null where it is none. A code that a scanner misread
-- may hold NUL or half a character, which Postgres takes in no text: they are passed over here alone.
CREATE FUNCTION "event_json"(payload text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN payload IS NOT JSON THEN NULL
    WHEN strpos(payload, '\u') = 0 THEN payload::json
    ELSE regexp_replace(payload, '(\\\\)|\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1?', 'g')::json
  END
$$;

-- The number that a text is; null where it is none.
CREATE FUNCTION "number_in"(field text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN field ~ '^[1-9][0-9]{0,17}$' THEN field::bigint END
$$;

ALTER TABLE "table_events"
  ADD COLUMN "event_game_number" BIGINT GENERATED ALWAYS AS (
    CASE WHEN kind <> 'bets_accepted' THEN number_in(event_json(payload) ->> 'game') END) STORED,
  ADD COLUMN "event_shoe_ordinal" BIGINT GENERATED ALWAYS AS (
    CASE WHEN kind = 'shoe_started' THEN number_in(event_json(payload) ->> 'shoe') END) STORED,
  ADD COLUMN "event_round_in_shoe" BIGINT GENERATED ALWAYS AS (
    CASE WHEN kind = 'betting_opened' THEN number_in(event_json(payload) ->> 'roundInShoe') END) STORED,
  ADD COLUMN "event_paytable" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind = 'betting_opened' THEN event_json(payload) ->> 'paytable' END) STORED,
  ADD COLUMN "event_cards" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind = 'cards_brought' THEN event_json(payload) ->> 'cards' END) STORED,
  ADD COLUMN "event_seat" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind IN ('card_dealt', 'card_withdrawn', 'card_corrected')
         THEN (event_json(payload) ->> 'side') || '_' || (event_json(payload) ->> 'position') END) STORED,
  ADD COLUMN "event_card" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind <> 'bets_accepted' THEN event_json(payload) ->> 'card' END) STORED,
  ADD COLUMN "event_coup" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind <> 'bets_accepted' THEN event_json(payload) ->> 'coup' END) STORED,
  ADD COLUMN "event_player" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind <> 'bets_accepted' THEN event_json(payload) ->> 'player' END) STORED,
  ADD COLUMN "event_is_last_coup" BOOLEAN GENERATED ALWAYS AS (
    CASE WHEN kind = 'cut_card_drawn' THEN
      CASE (event_json(payload) -> 'thisCoupIsLast')::text WHEN 'true' THEN true WHEN 'false' THEN false END
    END) STORED,
  -- Four eyes: what an approval is asked for, whose number the event names, and the two persons.
  ADD COLUMN "event_needs" TEXT GENERATED ALWAYS AS (
    CASE kind
      WHEN 'round_voided' THEN 'void'
      WHEN 'round_corrected' THEN coalesce(event_json(payload) ->> 'fix', '')
      WHEN 'card_corrected' THEN 'card_correction'
      WHEN 'card_dealt' THEN CASE WHEN (event_json(payload) -> 'manual') IS NOT NULL THEN 'card' END
      WHEN 'cards_burned' THEN CASE WHEN (event_json(payload) -> 'manual') IS NOT NULL THEN 'burn_card' END
      WHEN 'cut_card_drawn' THEN CASE WHEN (event_json(payload) -> 'manual') IS NOT NULL THEN 'cut_card' END
    END) STORED,
  ADD COLUMN "event_approval_id" BIGINT GENERATED ALWAYS AS (
    CASE WHEN kind IN ('round_voided', 'round_corrected', 'card_corrected') THEN number_in(event_json(payload) ->> 'approval')
         WHEN kind IN ('card_dealt', 'cards_burned', 'cut_card_drawn') THEN number_in(event_json(payload) #>> '{manual,approval}')
    END) STORED,
  ADD COLUMN "event_requested_by" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind IN ('round_voided', 'round_corrected') THEN event_json(payload) ->> 'requestedBy'
         WHEN kind = 'card_corrected' THEN event_json(payload) ->> 'by'
         WHEN kind IN ('card_dealt', 'cards_burned', 'cut_card_drawn') THEN event_json(payload) #>> '{manual,requestedBy}'
    END) STORED,
  ADD COLUMN "event_approved_by" TEXT GENERATED ALWAYS AS (
    CASE WHEN kind IN ('round_voided', 'round_corrected', 'card_corrected') THEN event_json(payload) ->> 'approvedBy'
         WHEN kind IN ('card_dealt', 'cards_burned', 'cut_card_drawn') THEN event_json(payload) #>> '{manual,approvedBy}'
    END) STORED;
