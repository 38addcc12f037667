-- A person who plays in two currencies is two players.
CREATE UNIQUE INDEX CONCURRENTLY "players_operator_id_ref_currency_key" ON "players"("operator_id", "ref", "currency");
