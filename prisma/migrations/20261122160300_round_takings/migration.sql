-- What a round that ended took and paid, and its exact odds, are worked out once and kept: a report adds them up.

-- CreateTable
CREATE TABLE "round_takings" (
    "game_number" BIGINT NOT NULL,
    "outcome" TEXT NOT NULL,
    "dealer" TEXT,
    "cards_seen" INTEGER NOT NULL,
    "staked" BIGINT NOT NULL,
    "is_balanced" BOOLEAN NOT NULL,
    "takings" JSONB,
    "advantages" JSONB NOT NULL,

    CONSTRAINT "round_takings_pkey" PRIMARY KEY ("game_number")
);

-- CreateTable
CREATE TABLE "rounds_due" (
    "id" BIGSERIAL NOT NULL,
    "game_number" BIGINT NOT NULL,

    CONSTRAINT "rounds_due_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rounds_due_game_number_idx" ON "rounds_due"("game_number");


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

ALTER TABLE "round_takings" ADD CONSTRAINT "round_takings_are_of_an_end" CHECK ("outcome" IN ('settled', 'void'));

-- The rounds of before are worked out by and by, the last ones first.
INSERT INTO "rounds_due" ("game_number")
SELECT "game_number" FROM "rounds" WHERE "status" IN ('settled', 'void', 'refunded') ORDER BY "opened_at";

GRANT SELECT, INSERT, UPDATE ON "round_takings" TO "sabot_app";
GRANT SELECT, DELETE ON "rounds_due" TO "sabot_app";
GRANT INSERT ("game_number") ON "rounds_due" TO "sabot_app";
GRANT USAGE ON SEQUENCE "rounds_due_id_seq" TO "sabot_app";
-- Whoever deletes them locks them first, in their order.
GRANT UPDATE ON "rounds_due" TO "sabot_app";
