-- Hands that stand still are voided together, by one order of two persons.
ALTER TYPE "approval_kind" ADD VALUE 'void_hands';

-- Such a request names its hands by what they have in common, and no single one. (The new value of
-- the type itself may be used only once it is committed.)
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_of_a_shoe_have_no_game";
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_of_a_shoe_have_no_game"
  CHECK (("game_number" IS NULL) = ("kind"::text IN ('burn_card', 'cut_card', 'void_hand', 'void_hands', 'settle_case')));
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_of_a_hand_or_a_case_have_no_table";
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_of_a_hand_or_a_case_have_no_table"
  CHECK (("hand_number" IS NOT NULL) = ("kind"::text = 'void_hand')
    AND ("case_id" IS NOT NULL) = ("kind"::text = 'settle_case')
    AND ("table_id" IS NULL) = ("kind"::text IN ('void_hand', 'void_hands', 'settle_case'))
    AND ("hand_number" IS NULL AND "case_id" IS NULL OR "subject" = '{}')
    AND ("kind"::text <> 'void_hands' OR "subject" - 'hands' = '{}' AND coalesce(jsonb_typeof("subject" -> 'hands') = 'object', false)));

-- The voids of one order have one approval, and are one row of the log.
DROP INDEX "hand_voids_approval_id_key";
DROP INDEX "hand_voids_chain_seq_key";
