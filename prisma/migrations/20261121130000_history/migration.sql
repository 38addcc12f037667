-- What a player reads of the own play: the rounds bet in, and the statement of the two accounts, newest first.
CREATE INDEX "bets_player_id_game_number_idx" ON "bets"("player_id", "game_number");
CREATE INDEX "postings_source_id_entry_id_idx" ON "postings"("source_id", "entry_id");
CREATE INDEX "postings_destination_id_entry_id_idx" ON "postings"("destination_id", "entry_id");

-- The rounds of a day, table by table.
CREATE INDEX "rounds_table_id_opened_at_idx" ON "rounds"("table_id", "opened_at");
