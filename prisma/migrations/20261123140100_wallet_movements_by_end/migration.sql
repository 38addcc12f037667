-- What has ended lately is compared with operators' lists.
CREATE INDEX CONCURRENTLY "wallet_movements_operator_id_ended_at_idx" ON "wallet_movements"("operator_id", "ended_at");
