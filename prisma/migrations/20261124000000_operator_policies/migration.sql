-- How long an operator's wallet is waited for.
-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "policy" JSONB NOT NULL DEFAULT '{"stakesWithinMs": 3000, "buyInWithinMs": 5000, "tryWithinMs": 2000, "pauseMaxMs": 300000, "caseAfterMs": 86400000}';

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operators" ADD CONSTRAINT "operators_have_a_whole_policy"
  CHECK (("policy" @@ '$.stakesWithinMs >= 500 && $.stakesWithinMs <= 10000 && $.stakesWithinMs.floor() == $.stakesWithinMs
    && $.buyInWithinMs >= 1000 && $.buyInWithinMs <= 10000 && $.buyInWithinMs.floor() == $.buyInWithinMs
    && $.tryWithinMs >= 250 && $.tryWithinMs <= 4000 && $.tryWithinMs.floor() == $.tryWithinMs
    && $.pauseMaxMs >= 1000 && $.pauseMaxMs <= 3600000 && $.pauseMaxMs.floor() == $.pauseMaxMs
    && $.caseAfterMs >= 60000 && $.caseAfterMs <= 604800000 && $.caseAfterMs.floor() == $.caseAfterMs') IS TRUE) NOT VALID;
