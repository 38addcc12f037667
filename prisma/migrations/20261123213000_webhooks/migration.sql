-- Feeds that are pushed to operators, and how far each has been taken.

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "webhook_feeds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "webhook_on" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "webhook_url" TEXT;

-- CreateTable
CREATE TABLE "webhook_places" (
    "operator_id" TEXT NOT NULL,
    "feed" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "owner" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "behind_since" TIMESTAMPTZ(3),
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_places_pkey" PRIMARY KEY ("operator_id", "feed")
);

-- AddForeignKey
ALTER TABLE "webhook_places" ADD CONSTRAINT "webhook_places_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operators" ADD CONSTRAINT "operators_with_a_webhook_say_where"
  CHECK (NOT "webhook_on" OR "webhook_url" IS NOT NULL) NOT VALID;
ALTER TABLE "webhook_places" ADD CONSTRAINT "webhook_places_are_of_a_feed"
  CHECK ("feed" IN ('movements', 'results', 'lobby'));
GRANT SELECT, UPDATE ("place", "owner", "expires_at", "behind_since", "taken_at") ON "webhook_places" TO "sabot_app";
