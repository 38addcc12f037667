-- Periods whose postings were taken out, once they were in files: by whom and when, and what each
-- account has of them. Written by the owner of the tables alone (npm run period -- detach).

-- CreateTable
CREATE TABLE "period_archives" (
    "period" BIGINT NOT NULL,
    "manifest" TEXT NOT NULL,
    "by" TEXT NOT NULL DEFAULT SESSION_USER,
    "whole_from" TIMESTAMPTZ(3) NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "period_archives_pkey" PRIMARY KEY ("period")
);

-- CreateTable
CREATE TABLE "archived_gains" (
    "account_id" BIGINT NOT NULL,
    "gain" BIGINT NOT NULL,

    CONSTRAINT "archived_gains_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "period_archives" ADD CONSTRAINT "period_archives_period_manifest_fkey" FOREIGN KEY ("period", "manifest") REFERENCES "period_exports"("period", "manifest") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

GRANT SELECT ON "period_archives", "archived_gains" TO "sabot_app";
