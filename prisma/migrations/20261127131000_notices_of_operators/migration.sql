-- Answers to notices are sent to each operator by itself.
CREATE INDEX CONCURRENTLY "wallet_notices_of_operators" ON "wallet_notices"("operator_id", "next_try_at") WHERE "answered_at" IS NOT NULL AND "taken_at" IS NULL;
