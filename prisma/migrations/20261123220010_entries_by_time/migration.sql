-- A period's entries are found by their time. They come in its order, so that a range of blocks will do.
CREATE INDEX CONCURRENTLY "entries_at_idx" ON "entries" USING BRIN ("at");
