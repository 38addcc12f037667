-- Sessions of persons who were barred once: few, and found among all in one step.
CREATE INDEX CONCURRENTLY "accounts_guarded" ON "accounts"("player_id") WHERE "is_guarded";
