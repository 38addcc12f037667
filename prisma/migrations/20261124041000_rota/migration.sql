-- The dealers' rota: who deals at which table from when to when.
-- CreateTable
CREATE TABLE "rota_stints" (
    "id" BIGSERIAL NOT NULL,
    "dealer_id" TEXT NOT NULL,
    "table_id" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "entered_by" TEXT NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "cancelled_by" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "rota_stints_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rota_stints_starts_at_idx" ON "rota_stints"("starts_at");

-- CreateIndex
CREATE INDEX "rota_stints_dealer_id_ends_at_idx" ON "rota_stints"("dealer_id", "ends_at");

-- AddForeignKey
ALTER TABLE "rota_stints" ADD CONSTRAINT "rota_stints_dealer_id_fkey" FOREIGN KEY ("dealer_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rota_stints" ADD CONSTRAINT "rota_stints_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "tables"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rota_stints" ADD CONSTRAINT "rota_stints_entered_by_fkey" FOREIGN KEY ("entered_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rota_stints" ADD CONSTRAINT "rota_stints_cancelled_by_fkey" FOREIGN KEY ("cancelled_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "rota_stints" ADD CONSTRAINT "rota_stints_last_at_most_twelve_hours"
  CHECK ("ends_at" > "starts_at" AND "ends_at" <= "starts_at" + interval '12 hours');
ALTER TABLE "rota_stints" ADD CONSTRAINT "rota_stints_are_cancelled_by_somebody"
  CHECK (("cancelled_by" IS NULL) = ("cancelled_at" IS NULL));

GRANT SELECT, INSERT ("dealer_id", "table_id", "starts_at", "ends_at", "entered_by"), UPDATE ("cancelled_by") ON "rota_stints" TO "sabot_app";
GRANT USAGE ON SEQUENCE "rota_stints_id_seq" TO "sabot_app";
