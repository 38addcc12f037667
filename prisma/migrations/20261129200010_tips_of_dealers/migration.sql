-- The desk reads the newest tips of who deals at the table.
CREATE INDEX CONCURRENTLY "tips_table_id_dealer_id_idx" ON "tips"("table_id", "dealer", "id");
