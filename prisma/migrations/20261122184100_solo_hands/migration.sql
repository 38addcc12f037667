-- Hands of solo games: a row a hand, a row a command of it, and one log a game and day.

-- CreateEnum
CREATE TYPE "solo_game" AS ENUM ('punto_e_banco', 'sette_e_mezzo', 'blackjack');

-- CreateEnum
CREATE TYPE "hand_status" AS ENUM ('committed', 'in_play', 'over', 'void');

-- AlterEnum
ALTER TYPE "account_kind" ADD VALUE 'hands';

-- AlterEnum
ALTER TYPE "entry_kind" ADD VALUE 'hands';

CREATE SEQUENCE "hand_numbers" AS BIGINT MINVALUE 100000000001 MAXVALUE 999999999999 NO CYCLE;

-- CreateTable
CREATE TABLE "solo_hands" (
    "hand_number" BIGINT NOT NULL DEFAULT nextval('hand_numbers'),
    "player_id" BIGINT NOT NULL,
    "game" "solo_game" NOT NULL,
    "rules" TEXT NOT NULL,
    "commitment" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "player_seed" TEXT,
    "cut" INTEGER,
    "status" "hand_status" NOT NULL DEFAULT 'committed',
    "step" INTEGER NOT NULL DEFAULT 0,
    "taken" BIGINT NOT NULL DEFAULT 0,
    "paid" BIGINT NOT NULL DEFAULT 0,
    "opening" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),
    "acted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "solo_hands_pkey" PRIMARY KEY ("hand_number")
);

-- CreateTable
CREATE TABLE "solo_steps" (
    "hand_number" BIGINT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "player_id" BIGINT NOT NULL,
    "command_id" UUID NOT NULL,
    "command" TEXT NOT NULL,
    "events" TEXT NOT NULL,
    "step_after" INTEGER NOT NULL,
    "taken" BIGINT NOT NULL,
    "paid" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "chain" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT studio_now(),

    CONSTRAINT "solo_steps_pkey" PRIMARY KEY ("hand_number","ordinal")
);

-- CreateTable
CREATE TABLE "solo_log" (
    "chain" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "at_ms" BIGINT NOT NULL,
    "payload" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "solo_log_pkey" PRIMARY KEY ("chain","seq")
);

-- CreateIndex
CREATE INDEX "solo_hands_player_id_game_hand_number_idx" ON "solo_hands"("player_id", "game", "hand_number");

-- CreateIndex
CREATE UNIQUE INDEX "solo_steps_player_id_command_id_key" ON "solo_steps"("player_id", "command_id");

-- CreateIndex
CREATE INDEX "solo_steps_chain_seq_idx" ON "solo_steps"("chain", "seq");

-- AddForeignKey
ALTER TABLE "solo_hands" ADD CONSTRAINT "solo_hands_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

-- A player's account of hands is a player's. (The value `hands` itself may be used only once it is committed.)
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_of_players_have_one";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_of_players_have_one"
  CHECK (("player_id" IS NOT NULL) = ("kind" NOT IN ('outside', 'house', 'stakes'))) NOT VALID;

-- A row changes with every step of its hand.
ALTER TABLE "solo_hands" SET (fillfactor = 60);

-- One hand at a time of a player and game.
CREATE UNIQUE INDEX "solo_hands_one_at_a_time" ON "solo_hands"("player_id", "game") WHERE "status" IN ('committed', 'in_play');
-- What the sweep looks for: hands that wait for their players.
CREATE INDEX "solo_hands_in_play" ON "solo_hands"("acted_at") WHERE "status" = 'in_play';

-- What is shown is what was committed to, and is shown when the hand is over.
ALTER TABLE "solo_hands" ADD CONSTRAINT "solo_hands_open_what_they_committed_to" CHECK ("opening" IS NULL OR sha256("opening") = "commitment");
ALTER TABLE "solo_hands" ADD CONSTRAINT "solo_hands_show_it_at_the_end" CHECK (("opening" IS NOT NULL) = ("status" IN ('over', 'void')));
ALTER TABLE "solo_hands" ADD CONSTRAINT "solo_hands_pay_at_the_end" CHECK ("paid" = 0 OR "status" IN ('over', 'void'));
ALTER TABLE "solo_hands" ADD CONSTRAINT "solo_hands_take_a_stake_first" CHECK (("status" = 'committed') = ("taken" = 0) AND ("status" = 'committed') = ("step" = 0));
ALTER TABLE "solo_hands" ADD CONSTRAINT "solo_hands_have_the_players_part" CHECK (
  CASE WHEN "status" = 'committed' THEN "player_seed" IS NULL AND "cut" IS NULL
       WHEN "game" = 'blackjack' THEN "player_seed" IS NULL AND "cut" BETWEEN 0 AND 311
       ELSE "player_seed" IS NOT NULL AND "cut" IS NULL END);
ALTER TABLE "solo_steps" ADD CONSTRAINT "solo_steps_move_no_less_than_nothing" CHECK ("taken" >= 0 AND "paid" >= 0 AND "balance_after" >= 0);

GRANT SELECT ON "solo_hands" TO "sabot_app";
GRANT INSERT ("player_id", "game", "rules", "commitment", "sealed") ON "solo_hands" TO "sabot_app";
GRANT SELECT, INSERT ON "solo_steps", "solo_log" TO "sabot_app";
GRANT UPDATE ("player_seed", "cut", "status", "step", "taken", "paid", "opening", "acted_at", "ended_at") ON "solo_hands" TO "sabot_app";
GRANT USAGE ON SEQUENCE "hand_numbers" TO "sabot_app";
