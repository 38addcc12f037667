-- CreateTable
CREATE TABLE "player_preferences" (
    "player_id" BIGINT NOT NULL,
    "preferences" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "player_preferences_pkey" PRIMARY KEY ("player_id")
);

-- AddForeignKey
ALTER TABLE "player_preferences" ADD CONSTRAINT "player_preferences_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "player_preferences" ADD CONSTRAINT "preferences_are_small" CHECK (octet_length("preferences"::text) <= 8192);

GRANT SELECT, INSERT, UPDATE ON "player_preferences" TO "sabot_app";
