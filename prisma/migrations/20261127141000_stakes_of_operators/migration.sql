-- Stakes that an operator's wallet is asked for come before what it is to undo, however much that is.
CREATE INDEX CONCURRENTLY "wallet_movements_stakes" ON "wallet_movements"("operator_id", "next_try_at") WHERE "status" = 'due' AND "kind" = 'debit';
