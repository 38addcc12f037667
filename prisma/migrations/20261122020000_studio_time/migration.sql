-- The studio's time, in one place: what is stored, compared and waited for by the database is by these two
-- functions. They say what the server's clock says. Only their owner can change that.

-- The time at which the transaction began.
CREATE FUNCTION "studio_now"() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT now() $$;

-- The time at this instant, also after a wait within the transaction.
CREATE FUNCTION "studio_clock"() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS $$ SELECT clock_timestamp() $$;

ALTER TABLE "players" ALTER COLUMN "created_at" SET DEFAULT studio_now();
ALTER TABLE "entries" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "sessions" ALTER COLUMN "opened_at" SET DEFAULT studio_now();
ALTER TABLE "sessions" ALTER COLUMN "active_at" SET DEFAULT studio_now();
ALTER TABLE "connections" ALTER COLUMN "since" SET DEFAULT studio_now();
ALTER TABLE "connections" ALTER COLUMN "seen_at" SET DEFAULT studio_now();
ALTER TABLE "table_leases" ALTER COLUMN "expires_at" SET DEFAULT studio_now();
ALTER TABLE "anchor_keys" ALTER COLUMN "since" SET DEFAULT studio_now();
ALTER TABLE "outbox" ALTER COLUMN "created_at" SET DEFAULT studio_now();
ALTER TABLE "chat_messages" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "chat_removals" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "chat_mutes" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "chat_unmutes" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "support_messages" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "staff" ALTER COLUMN "created_at" SET DEFAULT studio_now();
ALTER TABLE "staff_actions" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "incident_notes" ALTER COLUMN "at" SET DEFAULT studio_now();
ALTER TABLE "approvals" ALTER COLUMN "requested_at" SET DEFAULT studio_now();
ALTER TABLE "approvals" ALTER COLUMN "expires_at" SET DEFAULT (studio_now() + interval '15 minutes');
ALTER TABLE "approval_decisions" ALTER COLUMN "decided_at" SET DEFAULT studio_now();
ALTER TABLE "approval_uses" ALTER COLUMN "used_at" SET DEFAULT studio_now();
