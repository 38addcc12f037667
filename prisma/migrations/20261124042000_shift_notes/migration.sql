-- What a manager of one shift leaves for the next.
-- CreateTable
CREATE TABLE "shift_notes" (
    "id" BIGSERIAL NOT NULL,
    "text" TEXT NOT NULL,
    "written_by" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "done_by" TEXT,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "shift_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "shift_notes_written_at_idx" ON "shift_notes"("written_at");

-- AddForeignKey
ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_written_by_fkey" FOREIGN KEY ("written_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_done_by_fkey" FOREIGN KEY ("done_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_are_done_by_somebody"
  CHECK (("done_by" IS NULL) = ("done_at" IS NULL));
CREATE INDEX "shift_notes_open_idx" ON "shift_notes"("id") WHERE "done_at" IS NULL;

GRANT SELECT, INSERT ("text", "written_by"), UPDATE ("done_by") ON "shift_notes" TO "sabot_app";
GRANT USAGE ON SEQUENCE "shift_notes_id_seq" TO "sabot_app";
