-- What operators' wallets say that they have booked, to be compared with our journal.

-- CreateTable
CREATE TABLE "wallet_lines" (
    "operator_id" TEXT NOT NULL,
    "movement_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "player_ref" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "total" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "refers" TEXT,
    "listed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "wallet_lines_pkey" PRIMARY KEY ("operator_id","movement_id")
);

-- CreateTable
CREATE TABLE "wallet_statements" (
    "operator_id" TEXT NOT NULL,
    "cursor" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "whole_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_statements_pkey" PRIMARY KEY ("operator_id")
);

-- CreateIndex
CREATE INDEX "wallet_lines_operator_id_refers_idx" ON "wallet_lines"("operator_id", "refers");

-- CreateIndex
CREATE INDEX "wallet_lines_operator_id_listed_at_idx" ON "wallet_lines"("operator_id", "listed_at");

-- From here: what Prisma's schema cannot say.

GRANT SELECT, INSERT, UPDATE ON "wallet_lines", "wallet_statements" TO "sabot_app";
