-- By which the jobs that were done long ago are found.
CREATE INDEX CONCURRENTLY "outbox_done" ON "outbox"("done_at") WHERE "done_at" IS NOT NULL;
