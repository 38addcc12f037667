-- The rows that were there before the check was, which are read while everybody goes on writing.
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_of_players_have_one";
ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_kept_balance";
