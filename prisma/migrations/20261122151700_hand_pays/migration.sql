-- What a round owes a player whose account cannot be credited is paid by hand, outside the studio,
-- when two persons have agreed on it.
ALTER TYPE "approval_kind" ADD VALUE 'hand_pay';

CREATE TABLE "hand_pays" (
    "game_number" BIGINT NOT NULL,
    "player_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "approval_id" BIGINT NOT NULL,
    "ordered_seq" BIGINT NOT NULL,

    CONSTRAINT "hand_pays_pkey" PRIMARY KEY ("game_number","player_id"),
    CONSTRAINT "hand_pays_pay_something" CHECK ("amount" > 0)
);

CREATE UNIQUE INDEX "hand_pays_approval_id_key" ON "hand_pays"("approval_id");

ALTER TABLE "hand_pays" ADD CONSTRAINT "hand_pays_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

GRANT SELECT, INSERT ON "hand_pays" TO "sabot_app";
