-- Those of one operator are found by an index of their own.
DROP INDEX CONCURRENTLY "wallet_notices_to_be_sent";
