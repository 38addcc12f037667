-- A hand of a solo game is voided when two persons have agreed on it.
ALTER TYPE "approval_kind" ADD VALUE 'void_hand';

-- A request is about a table, or about a hand, which is dealt at none. (The new value of the type
-- itself may be used only once it is committed.)
ALTER TABLE "approvals" ALTER COLUMN "table_id" DROP NOT NULL;
ALTER TABLE "approvals" ADD COLUMN "hand_number" BIGINT;
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_of_a_shoe_have_no_game";
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_of_a_shoe_have_no_game"
  CHECK (("game_number" IS NULL) = ("kind"::text IN ('burn_card', 'cut_card', 'void_hand')));
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_of_a_hand_have_no_table"
  CHECK (("hand_number" IS NOT NULL) = ("kind"::text = 'void_hand') AND ("table_id" IS NULL) = ("hand_number" IS NOT NULL)
    AND ("hand_number" IS NULL OR "subject" = '{}'));
GRANT INSERT ("hand_number") ON "approvals" TO "sabot_app";

-- CreateTable
CREATE TABLE "hand_voids" (
    "hand_number" BIGINT NOT NULL,
    "approval_id" BIGINT NOT NULL,
    "status_before" "hand_status" NOT NULL,
    "step" INTEGER NOT NULL,
    "back" BIGINT NOT NULL,
    "shortfall" BIGINT NOT NULL,
    "chain" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "hand_voids_pkey" PRIMARY KEY ("hand_number")
);

CREATE UNIQUE INDEX "hand_voids_approval_id_key" ON "hand_voids"("approval_id");

CREATE UNIQUE INDEX "hand_voids_chain_seq_key" ON "hand_voids"("chain", "seq");

ALTER TABLE "hand_voids" ADD CONSTRAINT "hand_voids_hand_number_fkey" FOREIGN KEY ("hand_number") REFERENCES "solo_hands"("hand_number") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "hand_voids" ADD CONSTRAINT "hand_voids_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What comes back are the stakes of a hand in play, or the difference that a hand that is over has
-- made. Negative: the player had won.
ALTER TABLE "hand_voids" ADD CONSTRAINT "hand_voids_owe_of_what_they_take" CHECK ("shortfall" BETWEEN 0 AND greatest(-"back", 0));

-- A hand whose key is lost is voided, too, and shows nothing.
ALTER TABLE "solo_hands" DROP CONSTRAINT "solo_hands_show_it_at_the_end";
ALTER TABLE "solo_hands" ADD CONSTRAINT "solo_hands_show_it_at_the_end"
  CHECK (CASE "status" WHEN 'over' THEN "opening" IS NOT NULL WHEN 'void' THEN true ELSE "opening" IS NULL END) NOT VALID;

GRANT SELECT, INSERT ON "hand_voids" TO "sabot_app";
