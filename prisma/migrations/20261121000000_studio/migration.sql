-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "spot" AS ENUM ('punto', 'banco', 'egalite', 'punto_pair', 'banco_pair', 'either_pair', 'perfect_pair', 'punto_bonus', 'banco_bonus', 'super_6');

-- CreateEnum
CREATE TYPE "mode" AS ENUM ('zero_commission', 'normal');

-- CreateEnum
CREATE TYPE "bet_kind" AS ENUM ('place', 'undo', 'clear', 'repeat', 'double', 'mode');

-- CreateEnum
CREATE TYPE "account_kind" AS ENUM ('outside', 'house', 'game', 'session', 'stakes');

-- CreateEnum
CREATE TYPE "entry_kind" AS ENUM ('deposit', 'withdrawal', 'buy_in', 'cash_out', 'bets', 'settlement', 'refund', 'reversal');

-- CreateEnum
CREATE TYPE "round_status" AS ENUM ('betting', 'closed', 'resulted', 'settled', 'void', 'refunded');

-- CreateTable
CREATE TABLE "operators" (
    "id" TEXT NOT NULL,

    CONSTRAINT "operators_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "players" (
    "id" BIGSERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mode" "mode" NOT NULL DEFAULT 'zero_commission',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "players_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "account_kind" NOT NULL,
    "player_id" BIGINT,
    "balance" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entries" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "entry_kind" NOT NULL,
    "reverses" BIGINT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "postings" (
    "entry_id" BIGINT NOT NULL,
    "line" INTEGER NOT NULL,
    "source_id" BIGINT NOT NULL,
    "destination_id" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "postings_pkey" PRIMARY KEY ("entry_id","line")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" BIGSERIAL NOT NULL,
    "player_id" BIGINT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "closed_key" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tables" (
    "id" TEXT NOT NULL,
    "settings" JSONB NOT NULL,

    CONSTRAINT "tables_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "table_leases" (
    "table_id" TEXT NOT NULL,
    "owner" UUID,
    "epoch" BIGINT NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "table_leases_pkey" PRIMARY KEY ("table_id")
);

-- CreateTable
CREATE TABLE "table_events" (
    "table_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "at_ms" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "table_events_pkey" PRIMARY KEY ("table_id","seq")
);

-- CreateTable
CREATE TABLE "table_snapshots" (
    "table_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "table_snapshots_pkey" PRIMARY KEY ("table_id","seq")
);

-- CreateTable
CREATE TABLE "shoes" (
    "table_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "started_seq" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shoes_pkey" PRIMARY KEY ("table_id","ordinal")
);

-- CreateTable
CREATE TABLE "rounds" (
    "game_number" BIGINT NOT NULL,
    "table_id" TEXT NOT NULL,
    "shoe_ordinal" INTEGER NOT NULL,
    "round_in_shoe" INTEGER NOT NULL,
    "paytable" TEXT NOT NULL,
    "status" "round_status" NOT NULL,
    "opened_seq" BIGINT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_seq" BIGINT,
    "coup" TEXT,
    "ended_seq" BIGINT,
    "ended_at" TIMESTAMPTZ(3),
    "stakes_account_id" BIGINT NOT NULL,

    CONSTRAINT "rounds_pkey" PRIMARY KEY ("game_number")
);

-- CreateTable
CREATE TABLE "bets" (
    "player_id" BIGINT NOT NULL,
    "bet_id" UUID NOT NULL,
    "line" INTEGER NOT NULL DEFAULT 0,
    "spot" "spot" NOT NULL,
    "mode" "mode" NOT NULL,
    "kind" "bet_kind" NOT NULL,
    "amount" BIGINT NOT NULL,
    "game_number" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "noted" "spot"[],

    CONSTRAINT "bets_pkey" PRIMARY KEY ("player_id","bet_id","line")
);

-- CreateTable
CREATE TABLE "payouts" (
    "game_number" BIGINT NOT NULL,
    "player_id" BIGINT NOT NULL,
    "paid" BIGINT NOT NULL,
    "entry_id" BIGINT NOT NULL,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("game_number","player_id")
);

-- CreateTable
CREATE TABLE "settlement_chunks" (
    "game_number" BIGINT NOT NULL,
    "chunk" INTEGER NOT NULL,
    "chunks" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "stakes" BIGINT NOT NULL,
    "paid" BIGINT NOT NULL,
    "players" INTEGER NOT NULL,

    CONSTRAINT "settlement_chunks_pkey" PRIMARY KEY ("game_number","chunk")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "players_operator_id_ref_key" ON "players"("operator_id", "ref");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_name_key" ON "accounts"("name");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_player_id_kind_key" ON "accounts"("player_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "entries_key_key" ON "entries"("key");

-- CreateIndex
CREATE UNIQUE INDEX "entries_reverses_key" ON "entries"("reverses");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_player_id_closed_key_key" ON "sessions"("player_id", "closed_key");

-- CreateIndex
CREATE INDEX "rounds_table_id_game_number_idx" ON "rounds"("table_id", "game_number");

-- CreateIndex
CREATE INDEX "rounds_status_idx" ON "rounds"("status");

-- CreateIndex
CREATE INDEX "bets_game_number_player_id_idx" ON "bets"("game_number", "player_id");

-- AddForeignKey
ALTER TABLE "players" ADD CONSTRAINT "players_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entries" ADD CONSTRAINT "entries_reverses_fkey" FOREIGN KEY ("reverses") REFERENCES "entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "players"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

-- Game numbers: unique, ten digits. Gaps are allowed.
CREATE SEQUENCE "game_numbers" AS BIGINT MINVALUE 1000000000 MAXVALUE 9999999999 NO CYCLE;
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_game_number_has_ten_digits"
  CHECK ("game_number" BETWEEN 1000000000 AND 9999999999);

-- Money (invariant I4). Balances are rewritten often and never indexed: room on the page keeps that cheap.
ALTER TABLE "accounts" SET (fillfactor = 50);
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_never_below_zero"
  CHECK ("balance" >= 0 OR "kind" IN ('outside', 'house'));
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_of_players_have_one"
  CHECK (("player_id" IS NOT NULL) = ("kind" IN ('game', 'session')));
ALTER TABLE "postings" ADD CONSTRAINT "postings_amount_is_positive" CHECK ("amount" > 0);
ALTER TABLE "postings" ADD CONSTRAINT "postings_move_between_two_accounts" CHECK ("source_id" <> "destination_id");
ALTER TABLE "bets" ADD CONSTRAINT "bets_change_something" CHECK ("amount" <> 0 OR "kind" = 'mode');
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_paid_is_positive" CHECK ("paid" > 0);
ALTER TABLE "settlement_chunks" ADD CONSTRAINT "settlement_chunks_in_range" CHECK ("chunk" >= 0 AND "chunk" < "chunks");

-- One open session a player.
CREATE UNIQUE INDEX "sessions_one_open" ON "sessions"("player_id") WHERE "closed_at" IS NULL;

-- What the outbox still owes.
CREATE INDEX "outbox_open" ON "outbox"("id") WHERE "done_at" IS NULL;

-- Rounds whose end is still owed: the sweep reads these every second.
CREATE INDEX "rounds_unended" ON "rounds"("table_id") WHERE "status" IN ('resulted', 'void');

-- Insert-only tables refuse changes from everyone, their owner too.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is insert-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['entries', 'postings', 'bets', 'payouts', 'settlement_chunks', 'table_events'] LOOP
    EXECUTE format('CREATE TRIGGER "%s_is_insert_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name, name);
  END LOOP;
END $$;

-- No bet after the close (I1): a round that is closed, or was never opened, takes none. The round stays as it is until
-- the bets are committed, so that no close comes between.
CREATE FUNCTION "bets_come_before_the_close"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE game bigint;
BEGIN
  FOR game IN SELECT DISTINCT game_number FROM laid LOOP
    PERFORM 1 FROM rounds WHERE game_number = game AND status = 'betting' FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'round % takes no bets', game USING ERRCODE = 'SB005';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "bets_before_the_close" AFTER INSERT ON "bets" REFERENCING NEW TABLE AS laid
  FOR EACH STATEMENT EXECUTE FUNCTION bets_come_before_the_close();

-- What is closed stays closed (I1).
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_not_betting_are_closed" CHECK (("status" = 'betting') = ("closed_seq" IS NULL));
CREATE FUNCTION "round_stays_closed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'round % was closed by event %', OLD.game_number, OLD.closed_seq USING ERRCODE = 'SB007';
END $$;
CREATE TRIGGER "rounds_stay_closed" BEFORE UPDATE ON "rounds" FOR EACH ROW
  WHEN (NEW.closed_seq IS DISTINCT FROM OLD.closed_seq AND OLD.closed_seq IS NOT NULL) EXECUTE FUNCTION round_stays_closed();

-- A round ends with nothing left on its spots (I3).
CREATE FUNCTION "round_ends_at_zero"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT balance FROM accounts WHERE id = NEW.stakes_account_id) IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'round % cannot end: stakes are left', NEW.game_number USING ERRCODE = 'SB006';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "rounds_end_at_zero" BEFORE INSERT OR UPDATE ON "rounds" FOR EACH ROW
  WHEN (NEW.status IN ('settled', 'refunded')) EXECUTE FUNCTION round_ends_at_zero();

-- The hash that chains a table's log (invariant I9): over the previous hash and every column.
CREATE FUNCTION "table_event_hash"(previous bytea, table_id text, seq bigint, epoch bigint, at_ms bigint, kind text, payload text)
RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(previous || convert_to(concat_ws('|', table_id, seq, epoch, at_ms, kind, payload), 'UTF8'))
$$;

-- Each event follows the last: next number, an epoch that never falls, the right hash (I6, I9, I10).
-- Two writers that both saw the same last event collide on the primary key.
CREATE FUNCTION "table_event_follows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last record;
BEGIN
  SELECT seq, epoch, hash INTO last FROM table_events WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1;
  IF NEW.seq <> coalesce(last.seq, 0) + 1 THEN
    RAISE EXCEPTION 'table % expects event %, not %', NEW.table_id, coalesce(last.seq, 0) + 1, NEW.seq USING ERRCODE = 'SB001';
  END IF;
  IF NEW.epoch < coalesce(last.epoch, 0) THEN
    RAISE EXCEPTION 'table % is in epoch %, not %', NEW.table_id, last.epoch, NEW.epoch USING ERRCODE = 'SB002';
  END IF;
  IF NEW.hash <> table_event_hash(coalesce(last.hash, ''::bytea), NEW.table_id, NEW.seq, NEW.epoch, NEW.at_ms, NEW.kind, NEW.payload) THEN
    RAISE EXCEPTION 'table %: event % breaks the hash chain', NEW.table_id, NEW.seq USING ERRCODE = 'SB003';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "table_events_follow" BEFORE INSERT ON "table_events" FOR EACH ROW EXECUTE FUNCTION table_event_follows();

-- A table's epoch never falls.
CREATE FUNCTION "table_lease_epoch_grows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of table % never falls', OLD.table_id USING ERRCODE = 'SB002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "table_leases_epoch_grows" BEFORE UPDATE ON "table_leases" FOR EACH ROW EXECUTE FUNCTION table_lease_epoch_grows();

-- Refuses a writer that does not hold the table's lease in this epoch, and keeps the lease from changing
-- hands until the transaction ends.
CREATE FUNCTION "table_fence"(p_table text, p_epoch bigint, p_owner uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM table_leases WHERE table_id = p_table AND epoch = p_epoch AND owner = p_owner FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'epoch % of table % is over', p_epoch, p_table USING ERRCODE = 'SB004';
  END IF;
END $$;

-- The application's role: it may insert into the insert-only tables and no more. The studio takes it on
-- with SET ROLE. Where the migrating user may not create roles, an administrator creates sabot_app first.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sabot_app') THEN
    BEGIN
      CREATE ROLE "sabot_app" NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was faster
    END;
  END IF;
  IF NOT pg_has_role(current_user, 'sabot_app', 'MEMBER') THEN
    EXECUTE format('GRANT sabot_app TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public TO "sabot_app";
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO "sabot_app";
DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN REVOKE INSERT ON "_prisma_migrations" FROM "sabot_app"; END IF;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO "sabot_app";
GRANT UPDATE ("balance") ON "accounts" TO "sabot_app";
GRANT UPDATE ("name", "mode", "settings") ON "players" TO "sabot_app";
GRANT UPDATE ("closed_at", "closed_key") ON "sessions" TO "sabot_app";
GRANT UPDATE ("settings") ON "tables" TO "sabot_app";
GRANT UPDATE ON "table_leases" TO "sabot_app";
GRANT UPDATE ("status", "closed_seq", "coup", "ended_seq", "ended_at") ON "rounds" TO "sabot_app";
GRANT UPDATE ("done_at") ON "outbox" TO "sabot_app";

-- What every studio has from the first day.
INSERT INTO "operators" ("id") VALUES ('house');
INSERT INTO "accounts" ("name", "kind") VALUES ('outside', 'outside'), ('house', 'house');
