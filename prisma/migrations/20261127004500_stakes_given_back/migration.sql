-- Stakes of hands that no action has used, by their players.
CREATE INDEX CONCURRENTLY "wallet_movements_given_back" ON "wallet_movements"("player_id", "id") WHERE "hand_number" IS NOT NULL AND "kind" = 'debit' AND ("stake_use" = 'undone' OR "status" IN ('void', 'cancelled', 'by_hand'));
