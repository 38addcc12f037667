-- Wrong sign-ins are counted for each network that they come from, so that a stranger locks a badge for nobody but himself.

-- CreateTable
CREATE TABLE "sign_in_networks" (
    "badge" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "is_known" BOOLEAN NOT NULL DEFAULT false,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_networks_pkey" PRIMARY KEY ("badge","network")
);

-- CreateIndex
CREATE INDEX "sign_in_networks_kept_until_idx" ON "sign_in_networks"("kept_until");


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

GRANT SELECT, INSERT, UPDATE, DELETE ON "sign_in_networks" TO "sabot_app";
