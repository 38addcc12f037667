-- A demo has a database to itself, and says so in it. Accounts and keys that a demo made are known by it for ever.

-- CreateTable
CREATE TABLE "demo_mark" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "demo_mark_pkey" PRIMARY KEY ("only")
);

-- AlterTable
ALTER TABLE "staff" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "anchor_keys" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

ALTER TABLE "demo_mark" ADD CONSTRAINT "demo_mark_is_the_only_one" CHECK ("only");

-- The demos of before wrote why they opened an account. A database where nobody else works is a demo's.
UPDATE "staff" SET "is_demo" = true WHERE EXISTS (
  SELECT FROM "staff_actions" a WHERE a."subject" = "staff"."id" AND a."operation" = 'staff:open'
     AND a."staff_id" = 'studio' AND a."reason" = 'the demo');
INSERT INTO "demo_mark" ("only") SELECT true
 WHERE EXISTS (SELECT FROM "staff" WHERE "is_demo")
   AND NOT EXISTS (SELECT FROM "staff" WHERE NOT "is_demo" AND "id" <> 'studio');

GRANT SELECT ON "demo_mark" TO "sabot_app";
GRANT INSERT ("only") ON "demo_mark" TO "sabot_app";
