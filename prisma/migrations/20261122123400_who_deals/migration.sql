-- Who deals at a table now, found without reading its log.
CREATE INDEX "table_events_dealers" ON "table_events"("table_id", "seq")
  WHERE "kind" IN ('table_opened', 'dealer_changed', 'table_closed');
