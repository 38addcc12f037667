-- Tips in seamless mode: the operator's wallet is asked for each before it is given.

-- AlterTable
ALTER TABLE "wallet_movements" ADD COLUMN     "tip_dealer" TEXT,
ADD COLUMN     "tip_table" TEXT;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_are_for_a_dealer"
  CHECK (("tip_dealer" IS NULL) = ("tip_table" IS NULL)
    AND ("tip_dealer" IS NULL OR ("kind" = 'debit' AND "game_number" IS NULL AND "hand_number" IS NULL))) NOT VALID;
