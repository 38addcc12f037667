-- What the migration before has left unchecked holds for every row.
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_outside_is_one";
