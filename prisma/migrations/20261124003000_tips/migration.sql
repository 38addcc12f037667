-- Tips to the dealers.

-- AlterEnum
ALTER TYPE "account_kind" ADD VALUE 'tips';

-- AlterEnum
ALTER TYPE "entry_kind" ADD VALUE 'tip';

-- CreateTable
CREATE TABLE "tips" (
    "id" BIGSERIAL NOT NULL,
    "player_id" BIGINT NOT NULL,
    "key" UUID NOT NULL,
    "table_id" TEXT NOT NULL,
    "dealer" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "tips_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tips_at_idx" ON "tips"("at");

-- CreateIndex
CREATE INDEX "tips_table_id_id_idx" ON "tips"("table_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tips_player_id_key_key" ON "tips"("player_id", "key");

-- AddForeignKey
ALTER TABLE "tips" ADD CONSTRAINT "tips_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "tips" ADD CONSTRAINT "tips_give_something" CHECK ("amount" > 0);

-- What the dealers were given is no player's. (The value `tips` itself may be used only once it is committed.)
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_of_players_have_one";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_of_players_have_one"
  CHECK (("player_id" IS NOT NULL) = ("kind"::text NOT IN ('outside', 'house', 'stakes', 'tips'))) NOT VALID;

-- All tips of a currency go to one account: a balance of it would be what they wait for, with the
-- sessions of their players held.
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_kept_balance";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_kept_balance"
  CHECK (("balance" IS NULL) = ("kind"::text IN ('outside', 'house', 'tips'))) NOT VALID;

GRANT SELECT, INSERT ON "tips" TO "sabot_app";
GRANT USAGE ON SEQUENCE "tips_id_seq" TO "sabot_app";
