-- In place of this one there is the index with the currency. Of the version before only a demo opens
-- players, and a demo is one process, so nobody needs it while processes are replaced.
DROP INDEX "players_operator_id_ref_key";
