-- What one administrator asks to be changed of an operator, and another approves.
-- CreateTable
CREATE TABLE "operator_changes" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (studio_now() + '1 day'::interval),
    "verdict" TEXT,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "operator_changes_operator_id_idx" ON "operator_changes"("operator_id");

-- AddForeignKey
ALTER TABLE "operator_changes" ADD CONSTRAINT "operator_changes_requested_by_fkey" FOREIGN KEY ("requested_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_changes" ADD CONSTRAINT "operator_changes_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operator_changes" ADD CONSTRAINT "operator_changes_have_a_kind" CHECK ("kind" IN ('add', 'alter', 'key', 'on'));
ALTER TABLE "operator_changes" ADD CONSTRAINT "operator_changes_are_decided"
  CHECK ("verdict" IN ('approved', 'refused') AND ("verdict" IS NULL) = ("decided_by" IS NULL) AND ("verdict" IS NULL) = ("decided_at" IS NULL));

GRANT SELECT, INSERT ("operator_id", "kind", "before", "after", "reason", "requested_by"), UPDATE ("verdict", "decided_by", "used_at") ON "operator_changes" TO "sabot_app";
GRANT USAGE ON SEQUENCE "operator_changes_id_seq" TO "sabot_app";
