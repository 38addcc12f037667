-- What it kept, wallet_movements_one_buy_in keeps.
DROP INDEX CONCURRENTLY "wallet_movements_one_debit";
