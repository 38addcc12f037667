-- A round that cannot be worked out for reports stays due, with why. It holds up none of the others: it is
-- tried again later than those that were never tried.

ALTER TABLE "rounds_due" ADD COLUMN "tried_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity';
ALTER TABLE "rounds_due" ADD COLUMN "fault" TEXT;
