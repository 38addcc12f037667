-- CreateTable
CREATE TABLE "incidents" (
    "id" BIGSERIAL NOT NULL,
    "table_id" TEXT NOT NULL,
    "game_number" BIGINT,
    "kind" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "opened_by" TEXT NOT NULL,
    "opened_seq" BIGINT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "evidence" JSONB NOT NULL,

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_notes" (
    "id" BIGSERIAL NOT NULL,
    "incident_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "open_incidents" (
    "incident_id" BIGINT NOT NULL,
    "table_id" TEXT NOT NULL,
    "game_number" BIGINT,
    "kind" TEXT NOT NULL,

    CONSTRAINT "open_incidents_pkey" PRIMARY KEY ("incident_id")
);

-- CreateIndex
CREATE INDEX "rounds_table_id_opened_seq_idx" ON "rounds"("table_id", "opened_seq");

-- CreateIndex
CREATE INDEX "incidents_table_id_id_idx" ON "incidents"("table_id", "id");

-- CreateIndex
CREATE INDEX "incidents_game_number_idx" ON "incidents"("game_number");

-- CreateIndex
CREATE INDEX "incidents_opened_at_idx" ON "incidents"("opened_at");

-- CreateIndex
CREATE INDEX "incident_notes_incident_id_id_idx" ON "incident_notes"("incident_id", "id");

-- AddForeignKey
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_by_fkey" FOREIGN KEY ("by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "open_incidents" ADD CONSTRAINT "open_incidents_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

ALTER TABLE "incidents" ADD CONSTRAINT "incidents_kind_is_a_word" CHECK ("kind" ~ '^[a-z0-9_]{1,40}$');
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_have_an_opener" CHECK ("opened_by" <> '');
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_kind_is_known" CHECK ("kind" IN ('taken', 'note', 'again', 'closed'));
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_say_something" CHECK ("kind" = 'again' OR ("kind" = 'taken') = ("text" = ''));

-- An incident is closed once.
CREATE UNIQUE INDEX "incident_notes_one_closing" ON "incident_notes"("incident_id") WHERE "kind" = 'closed';

-- What is closed is not noted upon.
CREATE FUNCTION "incident_is_open"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Not between the look for it and the note upon it of a table that tells of the same once more (`open_incident`).
  IF NEW.kind = 'closed' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('incident of ' || (SELECT table_id FROM incidents WHERE id = NEW.incident_id), 0));
  END IF;
  IF EXISTS (SELECT FROM incident_notes WHERE incident_id = NEW.incident_id AND kind = 'closed') THEN
    RAISE EXCEPTION 'incident % is closed', NEW.incident_id USING ERRCODE = 'SB020';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "incident_notes_come_before_the_closing" BEFORE INSERT ON "incident_notes" FOR EACH ROW EXECUTE FUNCTION incident_is_open();

-- Nothing of it is ever changed.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['incidents', 'incident_notes'] LOOP
    EXECUTE format('CREATE TRIGGER "%s_is_insert_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name, name);
  END LOOP;
END $$;

-- Which incidents are open, so that finding them does not take longer with every one that was closed: written by the database alone,
-- as they are opened and closed. Of a kind one is open for a table and round.
CREATE UNIQUE INDEX "open_incidents_one_of_a_kind" ON "open_incidents"("table_id", "kind", "game_number") NULLS NOT DISTINCT;

CREATE FUNCTION "note_open_incident"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO open_incidents (incident_id, table_id, game_number, kind) VALUES (NEW.id, NEW.table_id, NEW.game_number, NEW.kind);
  RETURN NULL;
END $$;
CREATE TRIGGER "incidents_are_open" AFTER INSERT ON "incidents" FOR EACH ROW EXECUTE FUNCTION note_open_incident();

CREATE FUNCTION "note_closed_incident"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM open_incidents WHERE incident_id = NEW.incident_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "incident_notes_close" AFTER INSERT ON "incident_notes" FOR EACH ROW WHEN (NEW.kind = 'closed')
  EXECUTE FUNCTION note_closed_incident();

-- Opens an incident where none of this kind is open for this table and round, and answers its number. Where one is, null: what has come
-- after it is noted there, by whoever told it.
CREATE FUNCTION "open_incident"(p_table text, p_game bigint, p_kind text, p_detail text, p_by text, p_seq bigint, p_at timestamptz, p_evidence jsonb)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  opened bigint;
  before incidents%ROWTYPE;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('incident of ' || p_table, 0));
  SELECT i.* INTO before FROM open_incidents o JOIN incidents i ON i.id = o.incident_id
   WHERE o.table_id = p_table AND o.kind = p_kind
     AND (o.game_number = p_game OR (o.game_number IS NULL AND p_game IS NULL));
  IF FOUND THEN
    -- One command may tell of a fault in several events: they are one. So is what is told anew of a table that has not moved since.
    IF p_seq > before.opened_seq AND p_at > before.opened_at AND NOT EXISTS (
      SELECT FROM incident_notes n
       WHERE n.incident_id = before.id AND n.kind = 'again' AND n.xmin = pg_current_xact_id()::xid) THEN
      INSERT INTO incident_notes (incident_id, kind, by, text)
      VALUES (before.id, 'again', coalesce((SELECT id FROM staff WHERE id = p_by), 'studio'), p_detail);
    END IF;
    RETURN NULL;
  END IF;
  INSERT INTO incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at, evidence)
  VALUES (p_table, p_game, p_kind, p_detail, p_by, p_seq, p_at, p_evidence)
  RETURNING id INTO opened;
  RETURN opened;
END $$;

-- The application opens incidents and notes upon them; when a note was written, the database says.
GRANT SELECT, INSERT ON "incidents" TO "sabot_app";
GRANT SELECT ON "incident_notes", "open_incidents" TO "sabot_app";
GRANT INSERT ("incident_id", "kind", "by", "text") ON "incident_notes" TO "sabot_app";
GRANT USAGE ON SEQUENCE "incidents_id_seq", "incident_notes_id_seq" TO "sabot_app";
