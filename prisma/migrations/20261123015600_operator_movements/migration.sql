-- CreateTable
CREATE TABLE "operator_movements" (
    "operator_id" TEXT NOT NULL,
    "movement_id" TEXT NOT NULL,
    "kind" "entry_kind" NOT NULL,
    "player_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "refusal" TEXT,
    "available" BIGINT NOT NULL,
    "kid" TEXT NOT NULL,
    "signed" TEXT NOT NULL,
    "signature" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "operator_movements_pkey" PRIMARY KEY ("operator_id", "movement_id")
);

-- AddForeignKey
ALTER TABLE "operator_movements" ADD CONSTRAINT "operator_movements_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_movements" ADD CONSTRAINT "operator_movements_kid_fkey" FOREIGN KEY ("kid") REFERENCES "operator_keys"("kid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operator_movements" ADD CONSTRAINT "operator_movements_move_something" CHECK ("amount" > 0);
ALTER TABLE "operator_movements" ADD CONSTRAINT "operator_movements_cross_the_border" CHECK ("kind" IN ('deposit', 'withdrawal'));
GRANT SELECT, INSERT ON "operator_movements" TO "sabot_app";
