-- The session that the operator's own platform knows the player by: a launch brings it, and it goes
-- along with each request to the operator's wallet.
ALTER TABLE "launches" ADD COLUMN "session" TEXT;
ALTER TABLE "players" ADD COLUMN "wallet_session" TEXT;

-- From here: what Prisma's schema cannot say.

GRANT UPDATE ("wallet_session") ON "players" TO "sabot_app";
