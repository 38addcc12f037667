-- The same of hands.
CREATE INDEX CONCURRENTLY "periods_hands_until" ON "periods"(upper("hands"));
