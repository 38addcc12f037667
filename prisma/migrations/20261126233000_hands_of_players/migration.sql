-- Every hand that ends is followed by another of its player, and the foreign key looked each one up
-- and locked the player's row. The guard `solo_hands_are_of_players` looks up a batch at once.
ALTER TABLE "solo_hands" DROP CONSTRAINT "solo_hands_player_id_fkey";
