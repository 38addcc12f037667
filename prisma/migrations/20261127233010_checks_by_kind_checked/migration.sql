-- By itself, so that the accounts are read while they are used.
ALTER TABLE "accounts"
  VALIDATE CONSTRAINT "accounts_never_below_zero",
  VALIDATE CONSTRAINT "accounts_of_players_have_one",
  VALIDATE CONSTRAINT "accounts_kept_balance",
  VALIDATE CONSTRAINT "accounts_outside_is_one";
