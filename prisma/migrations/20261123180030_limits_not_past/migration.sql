-- Of a person's limits a stake reads those that hold or wait, and none of before.
CREATE INDEX CONCURRENTLY "play_limits_not_past" ON "play_limits"("operator_id", "ref") WHERE NOT "is_past";
