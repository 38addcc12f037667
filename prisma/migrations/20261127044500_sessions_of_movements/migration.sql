-- The session of the operator's platform that a movement is asked by, the same in every try. Which
-- launch a player's session is of, so that of two that are used at once the later one counts.
ALTER TABLE "wallet_movements" ADD COLUMN "session" TEXT;
ALTER TABLE "launches" ADD COLUMN "number" BIGSERIAL NOT NULL;
ALTER TABLE "players" ADD COLUMN "wallet_launch" BIGINT;

-- From here: what Prisma's schema cannot say.

GRANT USAGE ON SEQUENCE "launches_number_seq" TO "sabot_app";
GRANT UPDATE ("wallet_launch") ON "players" TO "sabot_app";
