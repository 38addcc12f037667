-- AlterTable
ALTER TABLE "staff_actions" ADD COLUMN     "reason_digest" TEXT,
ADD COLUMN     "reason_salt" BYTEA;

-- CreateTable
CREATE TABLE "erasures" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "actions" BIGINT[],
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "erasures_operator_id_ref_idx" ON "erasures"("operator_id", "ref");

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

GRANT SELECT ON "erasures" TO "sabot_app";
