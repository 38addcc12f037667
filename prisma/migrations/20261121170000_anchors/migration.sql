-- CreateEnum
CREATE TYPE "anchor_reason" AS ENUM ('hour', 'shoe_end', 'table_closed', 'start');

-- CreateTable
CREATE TABLE "anchor_keys" (
    "id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "anchor_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "anchors" (
    "table_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "reason" "anchor_reason" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT NOT NULL,
    "signature" BYTEA NOT NULL,

    CONSTRAINT "anchors_pkey" PRIMARY KEY ("table_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "anchors_table_id_seq_key" ON "anchors"("table_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "anchors_ordinal_key" ON "anchors"("ordinal");

-- AddForeignKey
ALTER TABLE "anchors" ADD CONSTRAINT "anchors_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "anchor_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

ALTER TABLE "anchors" ADD CONSTRAINT "anchors_signature_is_ed25519" CHECK (octet_length("signature") = 64);

CREATE TRIGGER "anchors_is_insert_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "anchors"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "anchor_keys_is_insert_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "anchor_keys"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where a table's cards leave it, or the table closes: an anchor is due there.
CREATE INDEX "table_events_ends" ON "table_events"("table_id", "seq") WHERE "kind" IN ('shoe_change_started', 'table_closed');

-- An anchor follows the log's last anchor and the studio's, and vouches for an event that is there: no other is ever written, not by mistake either.
CREATE FUNCTION "anchor_holds"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last record;
  found bytea;
BEGIN
  SELECT number, seq INTO last FROM anchors WHERE table_id = NEW.table_id ORDER BY number DESC LIMIT 1;
  IF NEW.number <> coalesce(last.number, 0) + 1 OR NEW.seq <= coalesce(last.seq, 0) THEN
    RAISE EXCEPTION 'the last anchor of % is number % at event %', NEW.table_id, coalesce(last.number, 0), coalesce(last.seq, 0) USING ERRCODE = 'SB030';
  END IF;
  IF NEW.ordinal <> coalesce((SELECT max(ordinal) FROM anchors), 0) + 1 THEN
    RAISE EXCEPTION 'anchor % of the studio is not the next', NEW.ordinal USING ERRCODE = 'SB030';
  END IF;
  IF NEW.table_id = '@staff' THEN
    SELECT hash INTO found FROM staff_actions WHERE seq = NEW.seq;
  ELSE
    SELECT hash INTO found FROM table_events WHERE table_id = NEW.table_id AND seq = NEW.seq;
  END IF;
  IF found IS DISTINCT FROM NEW.hash THEN
    RAISE EXCEPTION 'event % of % has another hash', NEW.seq, NEW.table_id USING ERRCODE = 'SB031';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "anchors_hold" BEFORE INSERT ON "anchors" FOR EACH ROW EXECUTE FUNCTION anchor_holds();

GRANT SELECT, INSERT ON "anchor_keys", "anchors" TO "sabot_app";

-- What the staff did is a log of its own: numbered without a gap, and chained as the tables' are. The database numbers and chains it,
-- so that nobody who writes an action need know of it. One action after the other, until each is committed: there are few.
ALTER TABLE "staff_actions" ADD COLUMN "seq" BIGINT NOT NULL, ADD COLUMN "hash" BYTEA NOT NULL;
CREATE UNIQUE INDEX "staff_actions_seq_key" ON "staff_actions"("seq");

-- Over the previous hash, the number and every other column; each with its length before it, so that no two actions make the same text.
CREATE FUNCTION "staff_action_hash"(previous bytea, seq bigint, fields text[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(previous || convert_to(string_agg(coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-'), ',' ORDER BY place), 'UTF8'))
    FROM unnest(array_prepend(seq::text, fields)) WITH ORDINALITY AS given(field, place)
$$;

CREATE FUNCTION "staff_action_follows"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE last record;
BEGIN
  -- Who acts comes first: whoever changes that account locks it, and then waits here, not the other way round.
  PERFORM FROM staff WHERE id = NEW.staff_id FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtext('staff_actions'));
  SELECT seq, hash INTO last FROM staff_actions ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.hash := staff_action_hash(coalesce(last.hash, ''::bytea), NEW.seq, ARRAY[
    NEW.id::text, NEW.staff_id, NEW.operation, NEW.table_id, NEW.game_number::text, NEW.subject, NEW.reason, NEW.before::text, NEW.after::text,
    to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]);
  RETURN NEW;
END $$;
CREATE TRIGGER "staff_actions_follow" BEFORE INSERT ON "staff_actions" FOR EACH ROW EXECUTE FUNCTION staff_action_follows();
