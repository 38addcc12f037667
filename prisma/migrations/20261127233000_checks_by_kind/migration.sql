-- The same checks as before, by the kind itself and not by its text: an account is checked at every change
-- of its balance, and writing the kind out took longer than all the rest of it.
ALTER TABLE "accounts"
  DROP CONSTRAINT "accounts_never_below_zero",
  DROP CONSTRAINT "accounts_of_players_have_one",
  DROP CONSTRAINT "accounts_kept_balance",
  DROP CONSTRAINT "accounts_outside_is_one",
  ADD CONSTRAINT "accounts_never_below_zero"
    CHECK ("balance" >= 0 OR "kind" IN ('outside', 'house', 'shortfall', 'advance')) NOT VALID,
  ADD CONSTRAINT "accounts_of_players_have_one"
    CHECK (("player_id" IS NOT NULL) = ("kind" NOT IN ('outside', 'house', 'stakes', 'tips'))) NOT VALID,
  ADD CONSTRAINT "accounts_kept_balance"
    CHECK (("balance" IS NULL) = ("kind" IN ('outside', 'house', 'tips'))) NOT VALID,
  ADD CONSTRAINT "accounts_outside_is_one" CHECK (("kind" = 'outside') = ("name" = 'outside')) NOT VALID;
