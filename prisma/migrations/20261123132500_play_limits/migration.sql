-- CreateTable
CREATE TABLE "play_limits" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "period" TEXT,
    "currency" TEXT,
    "amount" BIGINT,
    "source" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "holds_from" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "play_limits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "play_days" (
    "player_id" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "staked" BIGINT NOT NULL,
    "returned" BIGINT NOT NULL,

    CONSTRAINT "play_days_pkey" PRIMARY KEY ("player_id","day")
);

-- CreateTable
CREATE TABLE "reality_checks" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "reality_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gaming_day_rule" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "begins_at" TIME(0) NOT NULL DEFAULT '00:00:00'::time without time zone,

    CONSTRAINT "gaming_day_rule_pkey" PRIMARY KEY ("only")
);

-- CreateIndex
CREATE INDEX "play_limits_operator_id_ref_idx" ON "play_limits"("operator_id", "ref");

-- CreateIndex
CREATE INDEX "reality_checks_operator_id_ref_at_idx" ON "reality_checks"("operator_id", "ref", "at");

-- AddForeignKey
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "play_days" ADD CONSTRAINT "play_days_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reality_checks" ADD CONSTRAINT "reality_checks_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_are_of_a_kind" CHECK ("kind" IN ('loss', 'stake', 'time', 'reality_check'));
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_come_from_somebody" CHECK ("source" IN ('player', 'operator', 'staff'));
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_have_a_period" CHECK (CASE "kind" WHEN 'reality_check' THEN "period" IS NULL ELSE "period" IS NOT NULL AND "period" IN ('day', 'week', 'month') END);
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_of_money_have_a_currency" CHECK (("kind" IN ('loss', 'stake')) = ("currency" IS NOT NULL));
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_are_above_zero" CHECK ("amount" > 0);
ALTER TABLE "gaming_day_rule" ADD CONSTRAINT "gaming_day_rule_is_one" CHECK ("only");
INSERT INTO "gaming_day_rule" DEFAULT VALUES;
GRANT SELECT, INSERT ON "play_limits", "reality_checks" TO "sabot_app";
GRANT SELECT ON "play_days", "gaming_day_rule" TO "sabot_app";
GRANT USAGE ON SEQUENCE "play_limits_id_seq", "reality_checks_id_seq" TO "sabot_app";
