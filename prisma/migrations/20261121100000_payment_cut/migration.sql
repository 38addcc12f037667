-- Into how many chunks the payment of a round is cut, decided once for the whole round: its chunks can then be paid side by side.
ALTER TABLE "rounds" ADD COLUMN "chunks" INTEGER;
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_chunks_are_positive" CHECK ("chunks" > 0);
UPDATE "rounds" SET "chunks" = paid."chunks"
  FROM (SELECT "game_number", max("chunks") AS "chunks" FROM "settlement_chunks" GROUP BY "game_number") AS paid
 WHERE paid."game_number" = "rounds"."game_number";

-- A payment that was cut stays cut so: cut in two ways, it would pay a player twice, or never (I3).
CREATE FUNCTION "round_stays_cut"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the payment of round % was cut into % chunks', OLD.game_number, OLD.chunks USING ERRCODE = 'SB008';
END $$;
CREATE TRIGGER "rounds_stay_cut" BEFORE UPDATE ON "rounds" FOR EACH ROW
  WHEN (NEW.chunks IS DISTINCT FROM OLD.chunks AND OLD.chunks IS NOT NULL) EXECUTE FUNCTION round_stays_cut();

GRANT UPDATE ("chunks") ON "rounds" TO "sabot_app";
