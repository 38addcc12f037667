-- Whether a part of a round was paid by a statement that knows several currencies.
ALTER TABLE "settlement_chunks" ADD COLUMN "by_currency" BOOLEAN NOT NULL DEFAULT false;
