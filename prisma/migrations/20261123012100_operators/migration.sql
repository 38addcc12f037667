-- An operator is a tenant: what it may see and play in, and the keys that its requests are signed by.
ALTER TABLE "operators"
  ADD COLUMN "name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "mode" TEXT NOT NULL DEFAULT 'transfer',
  ADD COLUMN "currencies" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "tables" TEXT[],
  ADD COLUMN "disabled_at" TIMESTAMPTZ(3),
  ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now();

-- CreateTable
CREATE TABLE "operator_keys" (
    "kid" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "public_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "operator_nonces" (
    "operator_id" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_nonces_pkey" PRIMARY KEY ("operator_id", "nonce")
);

-- CreateIndex
CREATE INDEX "operator_nonces_kept_until_idx" ON "operator_nonces"("kept_until");

-- AddForeignKey
ALTER TABLE "operator_keys" ADD CONSTRAINT "operator_keys_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here: what Prisma's schema cannot say.

ALTER TABLE "operators" ADD CONSTRAINT "operators_have_a_mode" CHECK ("mode" IN ('transfer'));

-- Two keys hold at once, for a rotation, and never a third.
ALTER TABLE "operator_keys" ADD CONSTRAINT "operator_keys_are_two" CHECK ("slot" IN (1, 2));
CREATE UNIQUE INDEX "operator_keys_hold" ON "operator_keys"("operator_id", "slot") WHERE "revoked_at" IS NULL;

-- Who may send money from outside is for the owner of the tables to say: the application reads it.
REVOKE INSERT ON "operators" FROM "sabot_app";
GRANT SELECT ON "operator_keys" TO "sabot_app";
GRANT SELECT, INSERT, DELETE, UPDATE ("kept_until") ON "operator_nonces" TO "sabot_app";
