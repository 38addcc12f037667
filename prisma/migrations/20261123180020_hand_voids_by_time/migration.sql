-- The voids since a moment are few, the hands of a player are not.
CREATE INDEX CONCURRENTLY "hand_voids_at_idx" ON "hand_voids"("at");
