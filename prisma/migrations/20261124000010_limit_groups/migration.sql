-- By whose limits a player bets.
-- AlterTable
ALTER TABLE "players" ADD COLUMN     "limit_group" TEXT;

-- From here: what Prisma's schema cannot say.

GRANT UPDATE ("limit_group") ON "players" TO "sabot_app";
