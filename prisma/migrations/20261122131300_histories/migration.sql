-- Since when somebody has the role that they have, and whether the application alone says so.

-- AlterTable
ALTER TABLE "staff" ADD COLUMN "role_since" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
  ADD COLUMN "role_vouched" BOOLEAN NOT NULL DEFAULT false;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

UPDATE "staff" SET "role_since" = coalesce((
  SELECT max(a."at") FROM "staff_actions" a
   WHERE a."subject" = "staff"."id" AND a."operation" IN ('staff:open', 'staff:role')), "created_at");

-- How long a role that the application gave waits before it approves anything. In a demo everybody is made up.
CREATE FUNCTION "staff_role_waits"() RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM "demo_mark") THEN interval '0' ELSE interval '24 hours' END
$$;

-- Whether the application may move money from outside as it likes. In a demo all of it is made up.
CREATE FUNCTION "outside_is_made_up"() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "demo_mark")
$$;
