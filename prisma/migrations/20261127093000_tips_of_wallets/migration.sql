-- Tips of credit that an operator's wallet gave for a session: the wallet hears of each.

-- From here: what Prisma's schema cannot say.

ALTER TABLE "wallet_movements" DROP CONSTRAINT "wallet_movements_have_a_kind";
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_have_a_kind"
  CHECK ("kind" IN ('debit', 'credit')
    OR ("kind" = 'tip' AND "game_number" IS NULL AND "hand_number" IS NULL)
    OR ("kind" = 'adjust' AND ("game_number" IS NOT NULL OR "hand_number" IS NOT NULL))) NOT VALID;

ALTER TABLE "operators" ADD CONSTRAINT "operators_say_whether_they_take_tips"
  CHECK (NOT "policy" ? 'takesTips' OR jsonb_typeof("policy" -> 'takesTips') = 'boolean') NOT VALID;
