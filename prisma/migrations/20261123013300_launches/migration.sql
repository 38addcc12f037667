-- A player has one currency. Those that were there before have that of the studio's tables.
ALTER TABLE "players" ADD COLUMN "currency" TEXT NOT NULL DEFAULT 'EUR';

UPDATE "players" SET "currency" = "of_tables"."currency"
  FROM (SELECT min("settings" ->> 'currency') AS "currency" FROM "tables"
        HAVING count(DISTINCT "settings" ->> 'currency') = 1) AS "of_tables"
 WHERE "of_tables"."currency" <> 'EUR';

-- CreateTable
CREATE TABLE "launches" (
    "token_hash" BYTEA NOT NULL,
    "player_id" BIGINT NOT NULL,
    "language" TEXT,
    "table_id" TEXT,
    "return_url" TEXT,
    "cashier_url" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "launches_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "launches_expires_at_idx" ON "launches"("expires_at");

-- AddForeignKey
ALTER TABLE "launches" ADD CONSTRAINT "launches_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "players" ADD CONSTRAINT "players_have_a_currency" CHECK ("currency" ~ '^[A-Z]{3}$') NOT VALID;
GRANT SELECT, INSERT, DELETE, UPDATE ("used_at") ON "launches" TO "sabot_app";
