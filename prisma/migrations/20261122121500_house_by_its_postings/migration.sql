-- The house and the outside have a part in nearly every entry of every table. A balance of theirs
-- would be one row that all payments wait for. So they have none: what they hold is the sum of
-- their postings.
ALTER TABLE "accounts" ALTER COLUMN "balance" DROP NOT NULL;

UPDATE "accounts" SET "balance" = NULL WHERE "kind" IN ('outside', 'house');

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_kept_balance"
  CHECK (("balance" IS NULL) = ("kind" IN ('outside', 'house')));
