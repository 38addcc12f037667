-- The rows that were there before the checks were, which are read while everybody goes on writing.
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_never_below_zero";
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_have_a_kind";
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_move_something";
