-- The last event of a kind is found without reading the batches of bets, which are nearly all of a log.

CREATE INDEX "table_events_by_kind" ON "table_events" ("table_id", "kind", "seq") WHERE "kind" <> 'bets_accepted';
