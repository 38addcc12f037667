-- All rows at once, while others write: it was added without looking at them.
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_have_a_status";
