-- The bets of a round are found slice by slice, so that each part of a payment reads its own alone. A
-- slice has the players whose number leaves one remainder when divided by sixty. One player's bets in
-- a round are found by the index of the player.
CREATE INDEX "bets_of_a_part" ON "bets" ("game_number", ("player_id" % 60));
DROP INDEX "bets_game_number_player_id_idx";
