-- One debit of a player at a time that brings money to a session. Those of rounds may be several.
CREATE UNIQUE INDEX CONCURRENTLY "wallet_movements_one_buy_in" ON "wallet_movements"("player_id") WHERE "status" = 'due' AND "kind" = 'debit' AND "game_number" IS NULL;
