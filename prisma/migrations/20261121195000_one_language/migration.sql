-- One language: what a round had paid goes back to the house by a clawback, and a table on which nothing goes on is stalled.
ALTER TYPE "entry_kind" RENAME VALUE 'taking_back' TO 'clawback';

-- Functions keep their text, and with it the former name of the kind.
DO $$
DECLARE name regprocedure;
BEGIN
  FOR name IN
    SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = current_schema() AND p.prosrc LIKE '%''taking\_back''%'
  LOOP
    EXECUTE replace(pg_get_functiondef(name), '''taking_back''', '''clawback''');
  END LOOP;
END $$;

-- The kind of an incident is in no log and under no hash: the watch opens those of tables that are stalled, beside the log.
ALTER TABLE "incidents" DISABLE TRIGGER USER;
UPDATE "incidents" SET "kind" = 'stalled' WHERE "kind" = 'hung';
ALTER TABLE "incidents" ENABLE TRIGGER USER;
UPDATE "open_incidents" SET "kind" = 'stalled' WHERE "kind" = 'hung';
