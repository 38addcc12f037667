-- A limit that can never hold again, because a later one of its kind holds or has replaced it. The
-- database alone says so (play-limits.sql), so that a stake reads the few that matter.
ALTER TABLE "play_limits" ADD COLUMN "is_past" BOOLEAN NOT NULL DEFAULT false;
