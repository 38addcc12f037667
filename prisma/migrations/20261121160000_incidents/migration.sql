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


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

ALTER TABLE "incidents" ADD CONSTRAINT "incidents_kind_is_a_word" CHECK ("kind" ~ '^[a-z0-9_]{1,40}$');
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_have_an_opener" CHECK ("opened_by" <> '');
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_kind_is_known" CHECK ("kind" IN ('taken', 'note', 'closed'));
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_say_something" CHECK (("kind" = 'taken') = ("text" = ''));

-- An incident is closed once.
CREATE UNIQUE INDEX "incident_notes_one_closing" ON "incident_notes"("incident_id") WHERE "kind" = 'closed';

-- What is closed is not noted upon.
CREATE FUNCTION "incident_is_open"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
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

-- Opens an incident where none of this kind is open for this table and round; its number, or null where one is.
CREATE FUNCTION "open_incident"(p_table text, p_game bigint, p_kind text, p_detail text, p_by text, p_seq bigint, p_at timestamptz, p_evidence jsonb)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE opened bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('incident of ' || p_table, 0));
  INSERT INTO incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at, evidence)
  SELECT p_table, p_game, p_kind, p_detail, p_by, p_seq, p_at, p_evidence
   WHERE NOT EXISTS (
     SELECT FROM incidents i
      WHERE i.table_id = p_table AND i.kind = p_kind AND i.game_number IS NOT DISTINCT FROM p_game
        AND NOT EXISTS (SELECT FROM incident_notes n WHERE n.incident_id = i.id AND n.kind = 'closed'))
  RETURNING id INTO opened;
  RETURN opened;
END $$;

-- The application opens incidents and notes upon them; when a note was written, the database says.
GRANT SELECT, INSERT ON "incidents" TO "sabot_app";
GRANT SELECT ON "incident_notes" TO "sabot_app";
GRANT INSERT ("incident_id", "kind", "by", "text") ON "incident_notes" TO "sabot_app";
GRANT USAGE ON SEQUENCE "incidents_id_seq", "incident_notes_id_seq" TO "sabot_app";
