-- A session ends by itself, too: after too long without an action, or without a connection (RULES 2).
CREATE TYPE "session_end" AS ENUM ('cash_out', 'idle', 'connection_lost');

-- Sessions that are open now have their time from now on.
ALTER TABLE "sessions"
  ADD COLUMN "active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "warned_at" TIMESTAMPTZ(3),
  ADD COLUMN "closed_reason" "session_end",
  ADD COLUMN "closed_amount" BIGINT;

UPDATE "sessions" s
   SET "closed_reason" = 'cash_out',
       "closed_amount" = coalesce((
         SELECT sum(p.amount) FROM entries e JOIN postings p ON p.entry_id = e.id
          WHERE e.key = 'cash-out:' || s.player_id || ':' || s.closed_key), 0)
 WHERE s."closed_at" IS NOT NULL;

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_closed_say_how" CHECK (
  ("closed_at" IS NULL) = ("closed_key" IS NULL)
  AND ("closed_at" IS NULL) = ("closed_reason" IS NULL)
  AND ("closed_at" IS NULL) = ("closed_amount" IS NULL));
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_closed_amount_is_no_debt" CHECK ("closed_amount" >= 0);

CREATE INDEX "sessions_player_id_closed_at_idx" ON "sessions"("player_id", "closed_at");
CREATE INDEX "sessions_closed_at_idx" ON "sessions"("closed_at");
-- The last action of a player is looked for in the rounds that took bets lately: those that have not ended long ago.
CREATE INDEX "rounds_ended_at_idx" ON "rounds"("ended_at");

-- What is closed stays closed, and as it was closed.
CREATE FUNCTION "session_stays_closed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'session % of player % was closed', OLD.id, OLD.player_id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "sessions_stay_closed" BEFORE UPDATE ON "sessions" FOR EACH ROW
  WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION session_stays_closed();

-- The one connection that counts of each player, and when it was last known to stand.
CREATE TABLE "connections" (
    "player_id" BIGINT NOT NULL,
    "connection" TEXT NOT NULL,
    "process" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lost_at" TIMESTAMPTZ(3),

    CONSTRAINT "connections_pkey" PRIMARY KEY ("player_id")
);
ALTER TABLE "connections" ADD CONSTRAINT "connections_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- Rewritten every few seconds, and found by the player alone.
ALTER TABLE "connections" SET (fillfactor = 50);

GRANT UPDATE ("active_at", "warned_at", "closed_reason", "closed_amount") ON "sessions" TO "sabot_app";
GRANT SELECT, INSERT ON "connections" TO "sabot_app";
GRANT UPDATE ("connection", "process", "since", "seen_at", "lost_at") ON "connections" TO "sabot_app";
