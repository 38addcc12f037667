-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "is_guarded" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "play_bars" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "play_bars_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "play_bar_lifts" (
    "bar_id" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "play_bar_lifts_pkey" PRIMARY KEY ("bar_id")
);

-- CreateIndex
CREATE INDEX "play_bars_operator_id_ref_idx" ON "play_bars"("operator_id", "ref");

-- AddForeignKey
ALTER TABLE "play_bars" ADD CONSTRAINT "play_bars_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "play_bar_lifts" ADD CONSTRAINT "play_bar_lifts_bar_id_fkey" FOREIGN KEY ("bar_id") REFERENCES "play_bars"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "play_bars" ADD CONSTRAINT "play_bars_are_of_a_kind" CHECK ("kind" IN ('bar', 'cool_off', 'self_exclusion'));
ALTER TABLE "play_bars" ADD CONSTRAINT "play_bars_come_from_somebody" CHECK ("source" IN ('player', 'operator', 'staff'));
ALTER TABLE "play_bars" ADD CONSTRAINT "play_bars_end_after_they_begin" CHECK ("until" > "at");
GRANT SELECT, INSERT ON "play_bars", "play_bar_lifts" TO "sabot_app";
GRANT USAGE ON SEQUENCE "play_bars_id_seq" TO "sabot_app";
