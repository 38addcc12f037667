-- By which a round that is opened looks up the periods that have a number as high as its own.
CREATE INDEX CONCURRENTLY "periods_games_until" ON "periods"(upper("games"));
