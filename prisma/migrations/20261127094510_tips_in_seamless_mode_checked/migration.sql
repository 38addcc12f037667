-- What the migration before has left unchecked holds for every row.
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_are_for_a_dealer";
