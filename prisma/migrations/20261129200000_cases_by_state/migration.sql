-- The page of the cases has the open ones first, the newest first.
CREATE INDEX CONCURRENTLY "wallet_cases_by_state" ON "wallet_cases"(("closed_at" IS NULL), "id");
