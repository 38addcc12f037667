-- The movements of a round.
CREATE INDEX CONCURRENTLY "wallet_movements_of_rounds" ON "wallet_movements"("game_number", "player_id") WHERE "game_number" IS NOT NULL;
