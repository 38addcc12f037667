-- Validated beside those who write.
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_are_of_one";
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_have_a_use";
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_have_a_kind";
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_move_something";
