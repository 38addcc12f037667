-- What operators' wallets have players read, and what the players answer.
-- CreateTable
CREATE TABLE "wallet_notices" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "player_id" BIGINT NOT NULL,
    "notice_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "actions" JSONB NOT NULL,
    "brought_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "action" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "wallet_notices_brought_at_idx" ON "wallet_notices"("brought_at");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_notices_player_id_notice_id_key" ON "wallet_notices"("player_id", "notice_id");

-- AddForeignKey
ALTER TABLE "wallet_notices" ADD CONSTRAINT "wallet_notices_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "wallet_notices" ADD CONSTRAINT "wallet_notices_are_answered_whole"
  CHECK (("action" IS NULL) = ("answered_at" IS NULL) AND ("taken_at" IS NULL OR "answered_at" IS NOT NULL));
CREATE INDEX "wallet_notices_to_be_sent" ON "wallet_notices"("next_try_at") WHERE "answered_at" IS NOT NULL AND "taken_at" IS NULL;

GRANT SELECT, INSERT, UPDATE ("action", "answered_at", "tries", "next_try_at", "taken_at") ON "wallet_notices" TO "sabot_app";
GRANT USAGE ON SEQUENCE "wallet_notices_id_seq" TO "sabot_app";
