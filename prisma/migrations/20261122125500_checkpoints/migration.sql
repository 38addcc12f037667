-- Two states of each table, from which a replay begins: however many events a shoe holds, only the
-- last few hundred are read.
CREATE TABLE "table_checkpoints" (
    "table_id" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "table_checkpoints_pkey" PRIMARY KEY ("table_id","slot"),
    CONSTRAINT "table_checkpoints_are_two" CHECK ("slot" IN (0, 1))
);

GRANT SELECT, INSERT, UPDATE ("seq", "state") ON "table_checkpoints" TO "sabot_app";
