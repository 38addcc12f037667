-- Hands of solo games in seamless mode: the operator's wallet is asked for the stake of each action.

-- AlterTable
ALTER TABLE "wallet_movements" ADD COLUMN "hand_number" BIGINT, ADD COLUMN "stake_use" TEXT;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_are_of_one"
  CHECK ("game_number" IS NULL OR "hand_number" IS NULL) NOT VALID;
-- A stake that was given is played by its action, or goes back.
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_have_a_use"
  CHECK ("stake_use" IS NULL OR ("stake_use" IN ('played', 'undone') AND "kind" = 'debit'
    AND "status" = 'done' AND "hand_number" IS NOT NULL)) NOT VALID;
ALTER TABLE "wallet_movements" DROP CONSTRAINT "wallet_movements_have_a_kind";
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_have_a_kind"
  CHECK ("kind" IN ('debit', 'credit')
    OR ("kind" = 'adjust' AND ("game_number" IS NOT NULL OR "hand_number" IS NOT NULL))) NOT VALID;
ALTER TABLE "wallet_movements" DROP CONSTRAINT "wallet_movements_move_something";
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_move_something"
  CHECK ("amount" > 0 OR ("kind" = 'adjust' AND "amount" < 0)
    OR ("kind" = 'credit' AND "amount" = 0
      AND ("game_number" IS NOT NULL OR "hand_number" IS NOT NULL))) NOT VALID;

GRANT UPDATE ("stake_use") ON "wallet_movements" TO "sabot_app";
