-- The epoch of a lease is part of a key: a change of it waits for the locks that the fence takes,
-- and a renewal does not.
CREATE UNIQUE INDEX "table_leases_table_id_epoch_key" ON "table_leases"("table_id", "epoch");
