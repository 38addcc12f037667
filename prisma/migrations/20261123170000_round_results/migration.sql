-- That a round ended, or a correction of it was paid, in an order for whoever reads on and on.

-- CreateTable
CREATE TABLE "round_results" (
    "id" BIGSERIAL NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
    "game_number" BIGINT NOT NULL,
    "table_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "round_results_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "round_results_transaction_id_key" ON "round_results"("transaction", "id");

-- From here: what Prisma's schema cannot say.

-- The guard alone writes it (round-results.sql).
GRANT SELECT ON "round_results" TO "sabot_app";
