-- That a movement of an operator's is decided, in an order for whoever reads on and on.

-- CreateTable
CREATE TABLE "movement_lines" (
    "operator_id" TEXT NOT NULL,
    "transaction" BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
    "id" BIGSERIAL NOT NULL,
    "journal" TEXT NOT NULL,
    "movement_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "movement_lines_pkey" PRIMARY KEY ("operator_id", "transaction", "id")
);

-- From here: what Prisma's schema cannot say.

ALTER TABLE "movement_lines" ADD CONSTRAINT "movement_lines_are_of_a_journal"
  CHECK ("journal" IN ('transfer', 'wallet'));

-- The guard alone writes it (movement-lines.sql).
GRANT SELECT ON "movement_lines" TO "sabot_app";
