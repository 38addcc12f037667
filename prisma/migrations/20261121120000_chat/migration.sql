-- CreateTable
CREATE TABLE "chat_messages" (
    "id" BIGSERIAL NOT NULL,
    "table_id" TEXT NOT NULL,
    "player_id" BIGINT,
    "staff" TEXT,
    "role" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_removals" (
    "message_id" BIGINT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_removals_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "chat_mutes" (
    "id" BIGSERIAL NOT NULL,
    "player_id" BIGINT NOT NULL,
    "table_id" TEXT,
    "until" TIMESTAMPTZ(3),
    "message_id" BIGINT,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_mutes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_unmutes" (
    "mute_id" BIGINT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_unmutes_pkey" PRIMARY KEY ("mute_id")
);

-- CreateTable
CREATE TABLE "support_messages" (
    "id" BIGSERIAL NOT NULL,
    "player_id" BIGINT NOT NULL,
    "staff" TEXT,
    "key" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "support_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chat_messages_table_id_id_idx" ON "chat_messages"("table_id", "id");

-- CreateIndex
CREATE INDEX "chat_messages_at_idx" ON "chat_messages"("at");

-- CreateIndex
CREATE UNIQUE INDEX "chat_messages_player_id_key_key" ON "chat_messages"("player_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "chat_messages_staff_key_key" ON "chat_messages"("staff", "key");

-- CreateIndex
CREATE INDEX "chat_mutes_player_id_idx" ON "chat_mutes"("player_id");

-- CreateIndex
CREATE INDEX "support_messages_player_id_id_idx" ON "support_messages"("player_id", "id");

-- CreateIndex
CREATE INDEX "support_messages_at_idx" ON "support_messages"("at");

-- CreateIndex
CREATE UNIQUE INDEX "support_messages_player_id_key_key" ON "support_messages"("player_id", "key");

-- AddForeignKey
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_removals" ADD CONSTRAINT "chat_removals_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "chat_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_mutes" ADD CONSTRAINT "chat_mutes_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_unmutes" ADD CONSTRAINT "chat_unmutes_mute_id_fkey" FOREIGN KEY ("mute_id") REFERENCES "chat_mutes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

-- A message is a player's or one of the staff's, and says something.
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_have_one_author"
  CHECK (("player_id" IS NULL) <> ("staff" IS NULL));
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_role_is_the_author_s"
  CHECK (("role" = 'player') = ("player_id" IS NOT NULL) AND "role" IN ('player', 'dealer', 'shift_manager', 'administrator'));
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_text_in_range" CHECK (char_length("text") BETWEEN 1 AND 300);
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_text_in_range" CHECK (char_length("text") BETWEEN 1 AND 300);
ALTER TABLE "chat_removals" ADD CONSTRAINT "chat_removals_have_a_reason" CHECK ("reason" <> '');
ALTER TABLE "chat_mutes" ADD CONSTRAINT "chat_mutes_have_a_reason" CHECK ("reason" <> '');
ALTER TABLE "chat_unmutes" ADD CONSTRAINT "chat_unmutes_have_a_reason" CHECK ("reason" <> '');
ALTER TABLE "chat_mutes" ADD CONSTRAINT "chat_mutes_end_after_they_begin" CHECK ("until" > "at");

-- How long what is written is kept: from this instant backwards it may be forgotten.
CREATE FUNCTION "chat_kept_since"() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() - interval '90 days' $$;

-- Nobody deletes what is younger, its owner neither.
CREATE FUNCTION "chat_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > chat_kept_since() THEN
    RAISE EXCEPTION 'a row of % is kept for 90 days', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "chat_messages_are_kept" BEFORE DELETE ON "chat_messages" FOR EACH ROW EXECUTE FUNCTION chat_is_kept();
CREATE TRIGGER "chat_unmutes_are_kept" BEFORE DELETE ON "chat_unmutes" FOR EACH ROW EXECUTE FUNCTION chat_is_kept();
CREATE TRIGGER "support_messages_are_kept" BEFORE DELETE ON "support_messages" FOR EACH ROW EXECUTE FUNCTION chat_is_kept();

-- A removal is kept as long as its message: it goes with it, and not before.
CREATE FUNCTION "chat_removal_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM chat_messages WHERE id = OLD.message_id) THEN
    RAISE EXCEPTION 'message % is still there', OLD.message_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "chat_removals_are_kept" BEFORE DELETE ON "chat_removals" FOR EACH ROW EXECUTE FUNCTION chat_removal_is_kept();

-- A mute is kept for 90 days from its end: one for good, until it was lifted.
CREATE FUNCTION "chat_mute_end"(mute bigint, until timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(until, (SELECT at FROM chat_unmutes WHERE mute_id = mute), 'infinity')
$$;
CREATE FUNCTION "chat_mute_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF chat_mute_end(OLD.id, OLD.until) > chat_kept_since() THEN
    RAISE EXCEPTION 'a row of % is kept for 90 days', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "chat_mutes_are_kept" BEFORE DELETE ON "chat_mutes" FOR EACH ROW EXECUTE FUNCTION chat_mute_is_kept();

-- Nothing that was written is ever changed.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['chat_messages', 'chat_removals', 'chat_mutes', 'chat_unmutes', 'support_messages'] LOOP
    EXECUTE format('CREATE TRIGGER "%s_never_change" BEFORE UPDATE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name, name);
  END LOOP;
END $$;

-- Deletes what is older than 90 days, at most `batch` rows of each kind, and says how many messages and mutes went. It is
-- the application's only way to delete any of it. What another process deletes at the same time is left to that one.
CREATE FUNCTION "forget_chat"(batch integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE gone integer; total integer := 0;
BEGIN
  DELETE FROM chat_messages WHERE id IN (
    SELECT id FROM chat_messages WHERE at <= chat_kept_since() ORDER BY at LIMIT batch FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  total := total + gone;
  DELETE FROM support_messages WHERE id IN (
    SELECT id FROM support_messages WHERE at <= chat_kept_since() ORDER BY at LIMIT batch FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  total := total + gone;
  DELETE FROM chat_mutes WHERE id IN (
    SELECT id FROM chat_mutes m WHERE at <= chat_kept_since() AND chat_mute_end(m.id, m.until) <= chat_kept_since()
     ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN total + gone;
END $$;
REVOKE ALL ON FUNCTION "forget_chat"(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "forget_chat"(integer) TO "sabot_app";

-- The application writes what is said and reads it; when it was said, the database says.
GRANT SELECT ON "chat_messages", "chat_removals", "chat_mutes", "chat_unmutes", "support_messages" TO "sabot_app";
GRANT INSERT ("table_id", "player_id", "staff", "role", "name", "key", "text") ON "chat_messages" TO "sabot_app";
GRANT INSERT ("message_id", "by", "reason") ON "chat_removals" TO "sabot_app";
GRANT INSERT ("player_id", "table_id", "until", "message_id", "by", "reason") ON "chat_mutes" TO "sabot_app";
GRANT INSERT ("mute_id", "by", "reason") ON "chat_unmutes" TO "sabot_app";
GRANT INSERT ("player_id", "staff", "key", "text") ON "support_messages" TO "sabot_app";
GRANT USAGE ON SEQUENCE "chat_messages_id_seq", "chat_mutes_id_seq", "support_messages_id_seq" TO "sabot_app";
