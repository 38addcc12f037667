-- Seamless mode: the operator's wallet is asked for the stakes of each round when its bets close.

-- AlterEnum
ALTER TYPE "account_kind" ADD VALUE 'advance';

-- AlterEnum
ALTER TYPE "bet_kind" ADD VALUE 'void';

-- AlterTable
ALTER TABLE "wallet_movements" ADD COLUMN "game_number" BIGINT;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operators" DROP CONSTRAINT "operators_have_a_mode";
ALTER TABLE "operators" ADD CONSTRAINT "operators_have_a_mode" CHECK ("mode" IN ('transfer', 'session', 'seamless'));

-- What is advanced to a player may be below zero: it is asked of the wallet once it is staked. (The
-- new values of the types themselves may be used only once they are committed.)
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_never_below_zero";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_never_below_zero"
  CHECK ("balance" >= 0 OR "kind"::text IN ('outside', 'house', 'shortfall', 'advance')) NOT VALID;

-- A round that was lost is closed by a credit of nothing; a correction gives or takes.
ALTER TABLE "wallet_movements" DROP CONSTRAINT "wallet_movements_have_a_kind";
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_have_a_kind"
  CHECK ("kind" IN ('debit', 'credit') OR ("kind" = 'adjust' AND "game_number" IS NOT NULL)) NOT VALID;
ALTER TABLE "wallet_movements" DROP CONSTRAINT "wallet_movements_move_something";
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_move_something"
  CHECK ("amount" > 0 OR ("kind" = 'adjust' AND "amount" < 0)
    OR ("kind" = 'credit' AND "amount" = 0 AND "game_number" IS NOT NULL)) NOT VALID;
