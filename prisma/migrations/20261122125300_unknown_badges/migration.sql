-- Wrong sign-ins with badges that nobody has are counted as those of the others are, so that the answers are the same.

-- CreateTable
CREATE TABLE "unknown_badges" (
    "badge" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "tried_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "unknown_badges_pkey" PRIMARY KEY ("badge")
);

-- CreateTable
CREATE TABLE "readiness" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "readiness_pkey" PRIMARY KEY ("only")
);

-- CreateIndex
CREATE INDEX "unknown_badges_tried_at_idx" ON "unknown_badges"("tried_at");


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

ALTER TABLE "readiness" ADD CONSTRAINT "readiness_is_the_only_one" CHECK ("only");
INSERT INTO "readiness" ("only") VALUES (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON "unknown_badges" TO "sabot_app";
GRANT SELECT ON "readiness" TO "sabot_app";
GRANT UPDATE ("at") ON "readiness" TO "sabot_app";
