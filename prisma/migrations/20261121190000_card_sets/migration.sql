-- CreateTable
CREATE TABLE "card_sets" (
    "table_id" TEXT NOT NULL,
    "brought_seq" BIGINT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "card_sets_pkey" PRIMARY KEY ("table_id","brought_seq")
);


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

-- What was brought before there was an inventory; of cards that were brought twice, the first time.
INSERT INTO "card_sets" ("table_id", "brought_seq", "name")
SELECT DISTINCT ON (lower(brought.name)) table_id, seq, brought.name
  FROM table_events, LATERAL (SELECT storable_json(payload) ->> 'cards' AS name) AS brought
 WHERE kind = 'cards_brought' ORDER BY lower(brought.name), at_ms, table_id, seq;

-- The deck inventory (RULES 1.11): cards that were once brought, to whichever table, are never new again.
CREATE UNIQUE INDEX "card_sets_are_new" ON "card_sets"(lower("name"));

-- Each is one event of the log.
CREATE FUNCTION "card_set_is_brought"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM table_events WHERE table_id = NEW.table_id AND seq = NEW.brought_seq AND kind = 'cards_brought'
    AND storable_json(payload) ->> 'cards' = NEW.name;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'event % of table % did not bring the cards %', NEW.brought_seq, NEW.table_id, NEW.name USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "card_sets_are_brought" BEFORE INSERT ON "card_sets" FOR EACH ROW EXECUTE FUNCTION card_set_is_brought();

-- Nothing of it is ever changed.
CREATE TRIGGER "card_sets_is_insert_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "card_sets"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON "card_sets" TO "sabot_app";
