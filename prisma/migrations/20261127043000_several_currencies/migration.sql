-- The accounts of a round's stakes in further currencies. Rounds of before have none.
ALTER TABLE "rounds" ADD COLUMN "further_stakes_account_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[];
