-- What is due to a player waits for her debits that nobody has decided yet.
CREATE INDEX CONCURRENTLY "wallet_movements_debits_due" ON "wallet_movements"("player_id", "id") WHERE "status" = 'due' AND "kind" = 'debit';
