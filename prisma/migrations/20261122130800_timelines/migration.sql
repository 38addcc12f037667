-- The histories that this database has had. Postgres counts its own: each restore and each promotion
-- begins another. What was issued in a history that was lost is never issued again.

-- CreateTable
CREATE TABLE "timelines" (
    "number" BIGINT NOT NULL,
    "system" TEXT NOT NULL,
    "postgres_timeline" BIGINT NOT NULL,
    "known_until" TIMESTAMPTZ(3),
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "timelines_pkey" PRIMARY KEY ("number")
);

-- AlterTable
ALTER TABLE "anchors" ADD COLUMN "timeline" BIGINT NOT NULL DEFAULT 0;

-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

-- The number at the beginning of a file of the write-ahead log is that of Postgres's timeline.
INSERT INTO "timelines" ("number", "system", "postgres_timeline")
SELECT 0, system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
  FROM pg_control_system();

GRANT SELECT ON "timelines" TO "sabot_app";
