-- A day's totals of an operator are asked for by time.
CREATE INDEX CONCURRENTLY "operator_movements_operator_id_at_idx" ON "operator_movements"("operator_id", "at");
