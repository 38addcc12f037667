-- What the staff note upon a thread of support: who has taken it, and that it is settled.
CREATE TABLE "support_notes" (
    "id" BIGSERIAL NOT NULL,
    "player_id" BIGINT NOT NULL,
    "message_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "support_notes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "support_notes_player_id_id_idx" ON "support_notes"("player_id", "id");

CREATE INDEX "support_notes_message_id_id_idx" ON "support_notes"("message_id", "id");

ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "support_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_kind_is_known"
  CHECK ("kind" IN ('taken', 'released', 'settled'));

-- The application writes what is noted and reads it. The database says when that was.
GRANT SELECT ON "support_notes" TO "sabot_app";
GRANT INSERT ("player_id", "message_id", "kind", "by") ON "support_notes" TO "sabot_app";
GRANT USAGE ON SEQUENCE "support_notes_id_seq" TO "sabot_app";
