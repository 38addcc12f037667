-- What a correction moves for a player whose account cannot be changed is paid, or collected, by
-- hand. `ordinal` is the number of the correction, or 0 for the round itself.
ALTER TABLE "hand_pays" ADD COLUMN "ordinal" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "hand_pays" DROP CONSTRAINT "hand_pays_pkey";
ALTER TABLE "hand_pays" ADD CONSTRAINT "hand_pays_pkey" PRIMARY KEY ("game_number", "player_id", "ordinal");
ALTER TABLE "hand_pays" DROP CONSTRAINT "hand_pays_pay_something";
ALTER TABLE "hand_pays" ADD CONSTRAINT "hand_pays_pay_something" CHECK ("amount" > 0 OR ("ordinal" > 0 AND "amount" < 0));
