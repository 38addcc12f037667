-- Those that became due last and were never tried are found first.

CREATE INDEX CONCURRENTLY "rounds_due_tried_at_id_idx" ON "rounds_due"("tried_at", "id" DESC);
