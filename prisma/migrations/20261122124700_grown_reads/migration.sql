-- What people look up stays as fast as on the first day: each look-up has an index.

-- A part of a player's name or of the operator's reference, from three characters on.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE INDEX "players_name_parts" ON "players" USING gin ("name" gin_trgm_ops);
CREATE INDEX "players_ref_parts" ON "players" USING gin ("ref" gin_trgm_ops);
-- The beginning of either, for fewer characters, and the whole.
CREATE INDEX "players_name_beginning" ON "players" (lower("name") text_pattern_ops);
CREATE INDEX "players_ref_beginning" ON "players" (lower("ref") text_pattern_ops);

-- Few requests are refused: those are not looked for among all that were decided.
CREATE INDEX "approval_decisions_refused" ON "approval_decisions" ("approval_id") WHERE "verdict" = 'refused';
