-- Which sign-in of a player holds. A token of another generation lets nobody in. A process of the
-- version before goes on with the default.
-- Guards: aa19108315ec19ea
ALTER TABLE "players" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 0;
GRANT UPDATE ("generation") ON "players" TO "sabot_app";
