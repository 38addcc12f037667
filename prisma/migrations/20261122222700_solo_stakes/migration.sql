-- CreateTable
CREATE TABLE "solo_stakes" (
    "game" "solo_game" NOT NULL,
    "stakes" JSONB NOT NULL,

    CONSTRAINT "solo_stakes_pkey" PRIMARY KEY ("game")
);

-- From here: what Prisma's schema cannot say.

GRANT SELECT, INSERT, UPDATE ON "solo_stakes" TO "sabot_app";
