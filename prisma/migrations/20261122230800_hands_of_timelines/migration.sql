-- The last number that a hand of before the timeline can have. Null where a restore came before there
-- was such a number: it holds nobody back.
ALTER TABLE "timelines" ADD COLUMN "last_hand" BIGINT;
