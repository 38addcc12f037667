-- What a player staked in hands since a moment is read by time.
CREATE INDEX CONCURRENTLY "solo_steps_player_id_at_idx" ON "solo_steps"("player_id", "at");
