-- What is to be cleared up with an operator about its wallet, and how it was settled.
ALTER TYPE "approval_kind" ADD VALUE 'settle_case';

-- A request is about a table, a hand or a case. (The new value of the type itself may be used only
-- once it is committed.)
ALTER TABLE "approvals" ADD COLUMN "case_id" BIGINT;
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_of_a_shoe_have_no_game";
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_of_a_shoe_have_no_game"
  CHECK (("game_number" IS NULL) = ("kind"::text IN ('burn_card', 'cut_card', 'void_hand', 'settle_case')));
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_of_a_hand_have_no_table";
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_of_a_hand_or_a_case_have_no_table"
  CHECK (("hand_number" IS NOT NULL) = ("kind"::text = 'void_hand') AND ("case_id" IS NOT NULL) = ("kind"::text = 'settle_case')
    AND ("table_id" IS NULL) = ("hand_number" IS NOT NULL OR "case_id" IS NOT NULL) AND ("table_id" IS NOT NULL OR "subject" = '{}'));
GRANT INSERT ("case_id") ON "approvals" TO "sabot_app";

-- CreateTable
CREATE TABLE "wallet_cases" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "movement_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "closed_at" TIMESTAMPTZ(3),
    "ended_as" TEXT,
    "approval_id" BIGINT,

    CONSTRAINT "wallet_cases_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "wallet_cases_approval_id_key" ON "wallet_cases"("approval_id");

-- CreateIndex
CREATE INDEX "wallet_cases_operator_id_movement_id_idx" ON "wallet_cases"("operator_id", "movement_id");

-- AddForeignKey
ALTER TABLE "wallet_cases" ADD CONSTRAINT "wallet_cases_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "wallet_cases"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

-- One open case of a movement at a time.
CREATE UNIQUE INDEX "wallet_cases_open" ON "wallet_cases"("operator_id", "movement_id") WHERE "closed_at" IS NULL;
ALTER TABLE "wallet_cases" ADD CONSTRAINT "wallet_cases_have_a_kind"
  CHECK ("kind" IN ('unanswered', 'refused', 'missing_there', 'missing_here', 'amount_differs', 'outcome_differs'));
ALTER TABLE "wallet_cases" ADD CONSTRAINT "wallet_cases_end"
  CHECK (("closed_at" IS NULL) = ("ended_as" IS NULL) AND ("ended_as" IN ('answered', 'agrees', 'by_hand'))
    AND ("approval_id" IS NOT NULL) = coalesce("ended_as" = 'by_hand', false));

ALTER TABLE "wallet_movements" DROP CONSTRAINT "wallet_movements_have_a_status";
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_have_a_status"
  CHECK ("status" IN ('due', 'done', 'refused', 'void', 'cancelled', 'by_hand')) NOT VALID;

GRANT SELECT, INSERT ("operator_id", "movement_id", "kind", "detail"), UPDATE ("closed_at", "ended_as", "approval_id") ON "wallet_cases" TO "sabot_app";
GRANT USAGE ON SEQUENCE "wallet_cases_id_seq" TO "sabot_app";
