-- Stakes that a wallet gave and no action has used yet.
CREATE INDEX CONCURRENTLY "wallet_movements_unplayed" ON "wallet_movements"("ended_at") WHERE "hand_number" IS NOT NULL AND "kind" = 'debit' AND "status" = 'done' AND "stake_use" IS NULL;
