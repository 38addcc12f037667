-- Whose hands may have been in an account is asked of the staff's log, however long it has grown.
CREATE INDEX CONCURRENTLY "staff_actions_on_accounts_idx" ON "staff_actions"("subject", "id") WHERE "operation" IN ('staff:open', 'staff:reset', 'staff:role', 'staff:enable', 'staff:pin');
