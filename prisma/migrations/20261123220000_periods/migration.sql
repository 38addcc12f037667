-- Periods of whole gaming days that are sealed: how far each log had come, what every account held,
-- and what was moved. Written by the owner of the tables alone (npm run period).

-- CreateTable
CREATE TABLE "periods" (
    "number" BIGINT NOT NULL,
    "until_day" DATE NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "heads_digest" TEXT NOT NULL,
    "balances_digest" TEXT NOT NULL,
    "totals" TEXT NOT NULL,
    "games" INT8MULTIRANGE NOT NULL,
    "hands" INT8MULTIRANGE NOT NULL,
    "timeline" BIGINT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT NOT NULL,
    "signature" BYTEA NOT NULL,

    CONSTRAINT "periods_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "period_heads" (
    "log" TEXT NOT NULL,
    "period" BIGINT NOT NULL,
    "from_seq" BIGINT NOT NULL,
    "from_hash" BYTEA NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "state" TEXT,

    CONSTRAINT "period_heads_pkey" PRIMARY KEY ("log","period")
);

-- CreateTable
CREATE TABLE "period_balances" (
    "period" BIGINT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,

    CONSTRAINT "period_balances_pkey" PRIMARY KEY ("period","account_id")
);

-- CreateTable
CREATE TABLE "period_exports" (
    "period" BIGINT NOT NULL,
    "manifest" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "period_exports_pkey" PRIMARY KEY ("period","manifest")
);

-- CreateIndex
CREATE INDEX "period_heads_period_log_idx" ON "period_heads"("period", "log");

-- AddForeignKey
ALTER TABLE "periods" ADD CONSTRAINT "periods_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "anchor_keys"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "period_exports" ADD CONSTRAINT "period_exports_period_fkey" FOREIGN KEY ("period") REFERENCES "periods"("number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "periods" ADD CONSTRAINT "periods_signature_is_ed25519" CHECK (octet_length("signature") = 64);
GRANT SELECT ON "periods", "period_heads", "period_balances", "period_exports" TO "sabot_app";
