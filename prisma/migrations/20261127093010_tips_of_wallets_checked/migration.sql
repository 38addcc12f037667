-- What the migration before has left unchecked holds for every row. Whoever plays meanwhile is not
-- kept waiting.
ALTER TABLE "wallet_movements" VALIDATE CONSTRAINT "wallet_movements_have_a_kind";
ALTER TABLE "operators" VALIDATE CONSTRAINT "operators_say_whether_they_take_tips";
