-- A key of an operator is a pair of its own, of which we have the public half, or a secret that both
-- share. The secret is kept nowhere: `secret_by` names the studio's key that it is derived of.
ALTER TABLE "operator_keys" ALTER COLUMN "public_key" DROP NOT NULL;
ALTER TABLE "operator_keys" ADD COLUMN "secret_by" TEXT;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operator_keys" ADD CONSTRAINT "operator_keys_are_of_one_kind"
  CHECK (("public_key" IS NULL) <> ("secret_by" IS NULL));
