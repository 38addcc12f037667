-- CreateTable
CREATE TABLE "staff" (
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "table_id" TEXT,
    "badge" TEXT,
    "secret" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_actions" (
    "id" BIGSERIAL NOT NULL,
    "staff_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "table_id" TEXT,
    "game_number" BIGINT,
    "subject" TEXT,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_actions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "staff_badge_key" ON "staff"("badge");

-- CreateIndex
CREATE INDEX "staff_actions_staff_id_id_idx" ON "staff_actions"("staff_id", "id");

-- CreateIndex
CREATE INDEX "staff_actions_table_id_id_idx" ON "staff_actions"("table_id", "id");

-- CreateIndex
CREATE INDEX "staff_actions_game_number_idx" ON "staff_actions"("game_number");

-- CreateIndex
CREATE INDEX "staff_actions_at_idx" ON "staff_actions"("at");

-- AddForeignKey
ALTER TABLE "staff" ADD CONSTRAINT "staff_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "tables"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

ALTER TABLE "staff" ADD CONSTRAINT "staff_id_in_range" CHECK (char_length("id") BETWEEN 1 AND 64);
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_is_known"
  CHECK ("role" IN ('dealer', 'shift_manager', 'auditor', 'administrator', 'device'));
-- A scanner or an encoder works at one table, for ever: nobody becomes one, and none becomes anybody.
ALTER TABLE "staff" ADD CONSTRAINT "staff_devices_have_a_table" CHECK (("role" = 'device') = ("table_id" IS NOT NULL));
ALTER TABLE "staff" ADD CONSTRAINT "staff_have_a_name" CHECK ("name" <> '');
-- Nobody signs in with half of it, and no secret lies there to be read.
ALTER TABLE "staff" ADD CONSTRAINT "staff_badge_and_secret_go_together" CHECK (("badge" IS NULL) = ("secret" IS NULL));
ALTER TABLE "staff" ADD CONSTRAINT "staff_secret_is_hashed" CHECK ("secret" LIKE '$argon2id$%');
ALTER TABLE "staff" ADD CONSTRAINT "staff_failures_are_counted" CHECK ("failures" >= 0);
ALTER TABLE "staff" ADD CONSTRAINT "staff_generations_are_counted" CHECK ("generation" >= 0);
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_name_an_operation" CHECK ("operation" ~ '^[a-z]+:[a-z]+(-[a-z]+)*$');

-- Whoever did something is known for ever: disabled at most.
CREATE TRIGGER "staff_are_never_deleted" BEFORE DELETE OR TRUNCATE ON "staff"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was done stays done.
CREATE TRIGGER "staff_actions_is_insert_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "staff_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The studio itself: what nobody signed in for, from the console or of its own accord, is written as its doing. It signs in nowhere.
INSERT INTO "staff" ("id", "role", "name", "disabled_at") VALUES ('studio', 'administrator', 'The studio', CURRENT_TIMESTAMP);

-- The application keeps the staff, and adds to what they did; when it was, the database says.
GRANT SELECT ON "staff", "staff_actions" TO "sabot_app";
GRANT INSERT ("id", "role", "name", "badge", "secret", "table_id") ON "staff" TO "sabot_app";
GRANT UPDATE ("role", "badge", "secret", "generation", "failures", "locked_until", "disabled_at") ON "staff" TO "sabot_app";
GRANT INSERT ("staff_id", "operation", "table_id", "game_number", "subject", "reason", "before", "after") ON "staff_actions" TO "sabot_app";
GRANT USAGE ON SEQUENCE "staff_actions_id_seq" TO "sabot_app";
