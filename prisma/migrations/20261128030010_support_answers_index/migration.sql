-- Since when a player waits is counted from the staff's last answer, however much they wrote since.
CREATE INDEX CONCURRENTLY "support_messages_answers" ON "support_messages"("player_id", "id") WHERE "staff" IS NOT NULL;
