-- What the wallets gave for a hand, and are given.
CREATE INDEX CONCURRENTLY "wallet_movements_of_hands" ON "wallet_movements"("hand_number") WHERE "hand_number" IS NOT NULL;
