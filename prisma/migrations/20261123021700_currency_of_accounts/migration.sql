-- The currency of an account. The house and the outside have none: their postings are of all. An
-- account of before has none either: a player's is found with the player, and a round's stakes are
-- let be, since the round is paid as it was.
ALTER TABLE "accounts" ADD COLUMN "currency" TEXT;
