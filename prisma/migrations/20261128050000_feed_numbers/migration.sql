-- What the numbers of the rows of operators' feeds are counted from in a timeline: those of a dump
-- that is read into another cluster are above the transactions of that one.

-- AlterTable
ALTER TABLE "timelines" ADD COLUMN     "feed_numbers_before" BIGINT NOT NULL DEFAULT 0;
