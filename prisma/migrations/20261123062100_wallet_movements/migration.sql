-- Where an operator's wallet is reached.
ALTER TABLE "operators" ADD COLUMN "callback_url" TEXT;

-- CreateTable
CREATE TABLE "wallet_movements" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "movement_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "player_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'due',
    "refusal" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "ended_at" TIMESTAMPTZ(3),
    "kid" TEXT,
    "signed" TEXT,
    "signature" BYTEA,
    "body" BYTEA,

    CONSTRAINT "wallet_movements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet_leases" (
    "operator_id" TEXT NOT NULL,
    "owner" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_leases_pkey" PRIMARY KEY ("operator_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "wallet_movements_operator_id_movement_id_key" ON "wallet_movements"("operator_id", "movement_id");

-- AddForeignKey
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operators" DROP CONSTRAINT "operators_have_a_mode";
ALTER TABLE "operators" ADD CONSTRAINT "operators_have_a_mode" CHECK ("mode" IN ('transfer', 'session'));
ALTER TABLE "operators" ADD CONSTRAINT "operators_with_a_wallet_say_where"
  CHECK ("mode" = 'transfer' OR "callback_url" IS NOT NULL);

ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_move_something" CHECK ("amount" > 0);
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_have_a_kind" CHECK ("kind" IN ('debit', 'credit'));
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_have_a_status"
  CHECK ("status" IN ('due', 'done', 'refused', 'void', 'cancelled'));
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_end"
  CHECK (("ended_at" IS NULL) = ("status" IN ('due', 'void')));

-- What still has to be sent.
CREATE INDEX "wallet_movements_open" ON "wallet_movements"("operator_id", "next_try_at") WHERE "status" IN ('due', 'void');
-- One debit of a player at a time.
CREATE UNIQUE INDEX "wallet_movements_one_debit" ON "wallet_movements"("player_id") WHERE "status" = 'due' AND "kind" = 'debit';

GRANT SELECT, INSERT, UPDATE ("status", "refusal", "tries", "next_try_at", "ended_at", "kid", "signed", "signature", "body")
  ON "wallet_movements" TO "sabot_app";
GRANT USAGE ON SEQUENCE "wallet_movements_id_seq" TO "sabot_app";
GRANT SELECT, INSERT, UPDATE ("owner", "expires_at") ON "wallet_leases" TO "sabot_app";
