-- CreateEnum
CREATE TYPE "approval_kind" AS ENUM ('void', 'resettle', 'refund', 'card', 'card_correction', 'burn_card', 'cut_card');

-- CreateEnum
CREATE TYPE "approval_verdict" AS ENUM ('approved', 'refused');

-- CreateTable
CREATE TABLE "approvals" (
    "id" BIGSERIAL NOT NULL,
    "kind" "approval_kind" NOT NULL,
    "table_id" TEXT NOT NULL,
    "game_number" BIGINT,
    "subject" JSONB NOT NULL DEFAULT '{}',
    "expects" JSONB NOT NULL,
    "reason_code" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (CURRENT_TIMESTAMP + interval '15 minutes'),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_decisions" (
    "approval_id" BIGINT NOT NULL,
    "verdict" "approval_verdict" NOT NULL,
    "decided_by" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_decisions_pkey" PRIMARY KEY ("approval_id")
);

-- CreateTable
CREATE TABLE "approval_uses" (
    "approval_id" BIGINT NOT NULL,
    "table_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_uses_pkey" PRIMARY KEY ("approval_id")
);

-- CreateTable
CREATE TABLE "corrections" (
    "game_number" BIGINT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "fix" TEXT NOT NULL,
    "coup" TEXT,
    "player_id" BIGINT,
    "approval_id" BIGINT NOT NULL,
    "ordered_seq" BIGINT NOT NULL,
    "chunks" INTEGER NOT NULL,
    "finished_seq" BIGINT,

    CONSTRAINT "corrections_pkey" PRIMARY KEY ("game_number","ordinal")
);

-- CreateTable
CREATE TABLE "correction_chunks" (
    "game_number" BIGINT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "chunk" INTEGER NOT NULL,
    "stakes" BIGINT NOT NULL,
    "was" BIGINT NOT NULL,
    "paid" BIGINT NOT NULL,
    "shortfall" BIGINT NOT NULL,
    "players" INTEGER NOT NULL,

    CONSTRAINT "correction_chunks_pkey" PRIMARY KEY ("game_number","ordinal","chunk")
);

-- CreateTable
CREATE TABLE "correction_payouts" (
    "game_number" BIGINT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "player_id" BIGINT NOT NULL,
    "was" BIGINT NOT NULL,
    "paid" BIGINT NOT NULL,
    "from_game" BIGINT NOT NULL,
    "to_game" BIGINT NOT NULL,
    "shortfall" BIGINT NOT NULL,
    "recovered" BIGINT NOT NULL,

    CONSTRAINT "correction_payouts_pkey" PRIMARY KEY ("game_number","ordinal","player_id")
);

-- CreateIndex
CREATE INDEX "approvals_table_id_id_idx" ON "approvals"("table_id", "id");

-- CreateIndex
CREATE INDEX "approvals_game_number_idx" ON "approvals"("game_number");

-- CreateIndex
CREATE INDEX "approvals_expires_at_idx" ON "approvals"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "approval_uses_table_id_seq_key" ON "approval_uses"("table_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "corrections_approval_id_key" ON "corrections"("approval_id");

-- CreateIndex
CREATE INDEX "correction_payouts_player_id_game_number_idx" ON "correction_payouts"("player_id", "game_number");

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_requested_by_fkey" FOREIGN KEY ("requested_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_uses" ADD CONSTRAINT "approval_uses_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- ---------------------------------------------------------------------------------------------
-- From here: what Prisma's schema cannot say.

-- What a player owes, because a correction took back what had been spent (I4): at most zero, and one account a player.
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_never_below_zero";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_never_below_zero"
  CHECK ("balance" >= 0 OR "kind" IN ('outside', 'house', 'shortfall'));
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_of_shortfall_only_owe" CHECK ("balance" <= 0 OR "kind" <> 'shortfall');
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_of_players_have_one";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_of_players_have_one"
  CHECK (("player_id" IS NOT NULL) = ("kind" IN ('game', 'session', 'shortfall')));
CREATE INDEX "accounts_that_owe" ON "accounts"("player_id") WHERE "kind" = 'shortfall';

-- An event says what it is: what follows upon a kind is set off by the column, and read from the payload.
CREATE FUNCTION "table_event_says_its_kind"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'event % of table % is not of kind %', NEW.seq, NEW.table_id, NEW.kind USING ERRCODE = 'SB009';
END $$;
-- A code that a scanner misread may hold what Postgres takes in no JSON: NUL, and half a character. It is passed over here, and nowhere else.
CREATE FUNCTION "storable_json"(payload text) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE WHEN strpos(payload, '\u') = 0 THEN payload
               ELSE regexp_replace(payload, '(\\\\)|\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1?', 'g') END)::json
$$;
CREATE TRIGGER "table_events_say_their_kind" BEFORE INSERT ON "table_events" FOR EACH ROW
  WHEN ((storable_json(NEW.payload) ->> 'kind') IS DISTINCT FROM NEW.kind) EXECUTE FUNCTION table_event_says_its_kind();

-- Four eyes (I12). A request holds for 15 minutes, by the database's clock.
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_expire" CHECK ("expires_at" = "requested_at" + interval '15 minutes');
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_reason_is_a_word" CHECK ("reason_code" ~ '^[a-z0-9_]{1,40}$');
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_note_in_range" CHECK (char_length("note") <= 500);
-- `{}`, `{"coup": "P …"}`, `{"player": "7"}`, `{"card": "9h"}` with or without `"seat": "punto_1"`: by the kind.
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_subject_fits" CHECK (CASE "kind"
  WHEN 'void' THEN "subject" = '{}'
  WHEN 'resettle' THEN "subject" - 'coup' = '{}' AND coalesce(jsonb_typeof("subject" -> 'coup') = 'string', false)
  WHEN 'refund' THEN "subject" - 'player' = '{}' AND coalesce(jsonb_typeof("subject" -> 'player') = 'string', false)
  WHEN 'card' THEN "subject" - 'card' - 'seat' = '{}' AND coalesce(jsonb_typeof("subject" -> 'card') = 'string', false)
  WHEN 'card_correction' THEN "subject" - 'card' - 'seat' = '{}' AND "subject" ?& ARRAY['card', 'seat']
  WHEN 'burn_card' THEN "subject" - 'card' = '{}' AND coalesce(jsonb_typeof("subject" -> 'card') = 'string', false)
  WHEN 'cut_card' THEN "subject" = '{}'
END);
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_of_a_shoe_have_no_game" CHECK (("game_number" IS NULL) = ("kind" IN ('burn_card', 'cut_card')));

CREATE FUNCTION "is_on_duty"(p_staff text, p_roles text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM staff WHERE id = p_staff AND disabled_at IS NULL AND role = ANY (p_roles))
$$;

-- How a round stands, by its row and by the log before event `p_before` (null: by all of it): its status, how often it was
-- corrected, and, until it has ended, the cards that lie. Null where there is no such round.
CREATE FUNCTION "round_standing"(p_game bigint, p_before bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  round record;
  event record;
  seats text[] := '{}';
  cards text[] := '{}';
BEGIN
  SELECT * INTO round FROM rounds WHERE game_number = p_game;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF round.ended_seq IS NULL THEN
    FOR event IN
      SELECT kind, payload::jsonb AS told FROM table_events
       WHERE table_id = round.table_id AND seq > round.opened_seq AND (p_before IS NULL OR seq < p_before)
         AND kind IN ('card_dealt', 'card_withdrawn', 'card_corrected') ORDER BY seq
    LOOP
      IF event.kind = 'card_dealt' THEN
        seats := seats || concat_ws('_', event.told ->> 'side', event.told ->> 'position');
        cards := cards || (event.told ->> 'card');
      ELSIF event.kind = 'card_withdrawn' THEN
        seats := trim_array(seats, 1);
        cards := trim_array(cards, 1);
      ELSE
        cards[array_position(seats, concat_ws('_', event.told ->> 'side', event.told ->> 'position'))] := event.told ->> 'card';
      END IF;
    END LOOP;
  END IF;
  RETURN jsonb_build_object(
    'status', round.status,
    'corrections', (SELECT count(*) FROM corrections WHERE game_number = p_game),
    'cards', to_jsonb(cards));
END $$;

-- How the last shoe of a table stands, by the log before event `p_before` (null: by all of it), and which coup of it was the last to be begun,
-- over or not: the cut card makes that one the last, or the one after it. Null where there was no shoe.
CREATE FUNCTION "shoe_standing"(p_table text, p_before bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH shoe AS (
    SELECT seq, payload::jsonb -> 'shoe' AS ordinal FROM table_events
     WHERE table_id = p_table AND kind = 'shoe_started' AND (p_before IS NULL OR seq < p_before) ORDER BY seq DESC LIMIT 1
  ), since AS (
    SELECT e.seq, e.kind, CASE WHEN e.kind = 'betting_opened' THEN e.payload::jsonb ->> 'game' END AS game FROM table_events e, shoe
     WHERE e.table_id = p_table AND e.seq > shoe.seq AND (p_before IS NULL OR e.seq < p_before)
       AND e.kind IN ('cards_burned', 'cut_card_drawn', 'shoe_change_started', 'betting_opened', 'coup_decided', 'round_voided')
  ), coup AS (
    SELECT seq, game FROM since WHERE kind = 'betting_opened' ORDER BY seq DESC LIMIT 1
  )
  SELECT jsonb_build_object(
    'shoe', ordinal,
    'burned', EXISTS (SELECT FROM since WHERE kind = 'cards_burned'),
    'cutCardOut', EXISTS (SELECT FROM since WHERE kind = 'cut_card_drawn'),
    'removed', EXISTS (SELECT FROM since WHERE kind = 'shoe_change_started'),
    'game', (SELECT game FROM coup),
    'over', EXISTS (SELECT FROM since, coup WHERE since.seq > coup.seq AND since.kind IN ('coup_decided', 'round_voided')))
    FROM shoe
$$;

-- What a request is about: a round, or the shoe at its table.
CREATE FUNCTION "asked_standing"(p_table text, p_game bigint, p_before bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_game IS NULL THEN shoe_standing(p_table, p_before) ELSE round_standing(p_game, p_before) END
$$;

-- Who may ask, and upon which state: `expects` is what the asker saw, or is filled in with how the round, or the shoe, stands.
CREATE FUNCTION "approval_is_asked"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE standing jsonb := asked_standing(NEW.table_id, NEW.game_number, NULL);
BEGIN
  IF standing IS NULL
     OR (NEW.game_number IS NOT NULL AND NOT EXISTS (SELECT FROM rounds WHERE game_number = NEW.game_number AND table_id = NEW.table_id)) THEN
    RAISE EXCEPTION 'round % was not dealt at table %', coalesce(NEW.game_number::text, 'of no shoe'), NEW.table_id USING ERRCODE = 'SB014';
  END IF;
  IF NOT is_on_duty(NEW.requested_by, CASE WHEN NEW.kind IN ('card', 'burn_card', 'cut_card') THEN ARRAY['dealer', 'shift_manager', 'administrator']
                                      ELSE ARRAY['shift_manager', 'administrator'] END) THEN
    RAISE EXCEPTION '% may not ask for this', NEW.requested_by USING ERRCODE = 'SB015';
  END IF;
  IF NEW.expects IS NULL THEN
    NEW.expects := standing;
  ELSIF NEW.expects <> standing THEN
    RAISE EXCEPTION 'what was seen at table % has moved on', NEW.table_id USING ERRCODE = 'SB013';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "approvals_are_asked" BEFORE INSERT ON "approvals" FOR EACH ROW EXECUTE FUNCTION approval_is_asked();

-- The second person is another one, in time, and looks at the state that was asked upon.
CREATE FUNCTION "approval_is_decided"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE asked record;
BEGIN
  SELECT * INTO asked FROM approvals WHERE id = NEW.approval_id;
  IF NEW.decided_by = asked.requested_by THEN
    RAISE EXCEPTION '% asked for approval % and does not decide it', NEW.decided_by, NEW.approval_id USING ERRCODE = 'SB010';
  END IF;
  IF NOT is_on_duty(NEW.decided_by, ARRAY['shift_manager', 'administrator']) THEN
    RAISE EXCEPTION '% decides no approvals', NEW.decided_by USING ERRCODE = 'SB015';
  END IF;
  IF clock_timestamp() > asked.expires_at THEN
    RAISE EXCEPTION 'approval % has expired', NEW.approval_id USING ERRCODE = 'SB012';
  END IF;
  IF NEW.verdict = 'approved' AND asked.expects IS DISTINCT FROM asked_standing(asked.table_id, asked.game_number, NULL) THEN
    RAISE EXCEPTION 'what approval % was asked upon has moved on', asked.id USING ERRCODE = 'SB013';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "approval_decisions_are_lawful" BEFORE INSERT ON "approval_decisions" FOR EACH ROW EXECUTE FUNCTION approval_is_decided();

-- What needs four eyes uses its approval up, in the transaction of its event: once, in time, by the persons who stand in it, for
-- that table, round and subject, and on the state that it was asked upon. Nobody writes a use by hand.
CREATE FUNCTION "approval_is_used"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  told jsonb := NEW.payload::jsonb;
  eyes jsonb := CASE WHEN NEW.kind IN ('card_dealt', 'cards_burned', 'cut_card_drawn') THEN told -> 'manual' ELSE told END;
  what text := CASE NEW.kind WHEN 'round_voided' THEN 'void' WHEN 'round_corrected' THEN told ->> 'fix' WHEN 'card_corrected' THEN 'card_correction'
                             WHEN 'cards_burned' THEN 'burn_card' WHEN 'cut_card_drawn' THEN 'cut_card' ELSE 'card' END;
  asker text := eyes ->> (CASE NEW.kind WHEN 'card_corrected' THEN 'by' ELSE 'requestedBy' END);
  approver text := eyes ->> 'approvedBy';
  seat text := concat_ws('_', told ->> 'side', told ->> 'position');
  asked record;
BEGIN
  IF asker = approver THEN
    RAISE EXCEPTION '% stands alone in event % of table %', asker, NEW.seq, NEW.table_id USING ERRCODE = 'SB010';
  END IF;
  SELECT a.*, d.verdict, d.decided_by INTO asked
    FROM approvals a LEFT JOIN approval_decisions d ON d.approval_id = a.id 
   WHERE a.id = CASE WHEN eyes ->> 'approval' ~ '^[1-9][0-9]{0,17}$' THEN (eyes ->> 'approval')::bigint END;
  IF NOT FOUND OR asked.verdict IS DISTINCT FROM 'approved' OR NOT is_on_duty(asked.decided_by, ARRAY['shift_manager', 'administrator']) THEN
    RAISE EXCEPTION 'event % of table % is not approved', NEW.seq, NEW.table_id USING ERRCODE = 'SB015';
  END IF;
  IF asked.table_id <> NEW.table_id OR asked.game_number::text IS DISTINCT FROM told ->> 'game' OR asked.kind::text IS DISTINCT FROM what
     OR asked.requested_by IS DISTINCT FROM asker OR asked.decided_by IS DISTINCT FROM approver
     OR asked.subject ->> 'coup' IS DISTINCT FROM told ->> 'coup'
     OR asked.subject ->> 'player' IS DISTINCT FROM told ->> 'player'
     OR asked.subject ->> 'card' IS DISTINCT FROM told ->> 'card'
     OR coalesce(asked.subject ->> 'seat', seat) <> seat THEN
    RAISE EXCEPTION 'approval % is for something else', asked.id USING ERRCODE = 'SB014';
  END IF;
  IF EXISTS (SELECT FROM approval_uses WHERE approval_id = asked.id) THEN
    RAISE EXCEPTION 'approval % was used', asked.id USING ERRCODE = 'SB011';
  END IF;
  IF clock_timestamp() > asked.expires_at THEN
    RAISE EXCEPTION 'approval % has expired', asked.id USING ERRCODE = 'SB012';
  END IF;
  IF asked.expects IS DISTINCT FROM asked_standing(asked.table_id, asked.game_number, NEW.seq) THEN
    RAISE EXCEPTION 'what approval % was asked upon has moved on', asked.id USING ERRCODE = 'SB013';
  END IF;
  -- Which coup the cut card makes the last follows from what was asked upon.
  IF NEW.kind = 'cut_card_drawn' AND (told -> 'thisCoupIsLast') IS DISTINCT FROM to_jsonb(asked.expects ->> 'game' IS NOT NULL AND asked.expects -> 'over' = 'false') THEN
    RAISE EXCEPTION 'approval % is for something else', asked.id USING ERRCODE = 'SB014';
  END IF;
  INSERT INTO approval_uses (approval_id, table_id, seq) VALUES (asked.id, NEW.table_id, NEW.seq) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'approval % was used', asked.id USING ERRCODE = 'SB011';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "table_events_use_approvals" AFTER INSERT ON "table_events" FOR EACH ROW
  WHEN (NEW.kind IN ('round_voided', 'round_corrected', 'card_corrected')
        OR (NEW.kind IN ('card_dealt', 'cards_burned', 'cut_card_drawn') AND (storable_json(NEW.payload) -> 'manual') IS NOT NULL))
  EXECUTE FUNCTION approval_is_used();

-- A round is void because two persons voided it in its log, and for no other reason.
CREATE FUNCTION "round_void_is_approved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM approval_uses u JOIN approvals a ON a.id = u.approval_id
                  WHERE a.game_number = NEW.game_number AND a.kind = 'void') THEN
    RAISE EXCEPTION 'the void of round % is not approved', NEW.game_number USING ERRCODE = 'SB015';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "rounds_void_is_approved" BEFORE UPDATE ON "rounds" FOR EACH ROW
  WHEN (NEW.status IN ('void', 'refunded') AND OLD.status NOT IN ('void', 'refunded')) EXECUTE FUNCTION round_void_is_approved();

-- A correction of a round that has ended: by the approval that its event used, one at a time.
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_fit" CHECK (
  "fix" IN ('void', 'resettle', 'refund')
  AND ("coup" IS NOT NULL) = ("fix" = 'resettle') AND ("player_id" IS NOT NULL) = ("fix" = 'refund')
  AND "ordinal" > 0 AND "chunks" > 0);
CREATE UNIQUE INDEX "corrections_one_at_a_time" ON "corrections"("game_number") WHERE "finished_seq" IS NULL;
CREATE FUNCTION "correction_is_ordered"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM approval_uses u JOIN approvals a ON a.id = u.approval_id
    WHERE a.id = NEW.approval_id AND u.seq = NEW.ordered_seq AND a.game_number = NEW.game_number AND a.kind::text = NEW.fix
      AND a.subject ->> 'coup' IS NOT DISTINCT FROM NEW.coup
      AND a.subject ->> 'player' IS NOT DISTINCT FROM NEW.player_id::text;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'correction % of round % is not approved', NEW.ordinal, NEW.game_number USING ERRCODE = 'SB015';
  END IF;
  PERFORM 1 FROM rounds WHERE game_number = NEW.game_number AND status IN ('settled', 'refunded')
    AND NEW.ordinal = 1 + (SELECT count(*) FROM corrections WHERE game_number = NEW.game_number);
  IF NOT FOUND OR NEW.finished_seq IS NOT NULL THEN
    RAISE EXCEPTION 'round % takes no correction %', NEW.game_number, NEW.ordinal USING ERRCODE = 'SB013';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "corrections_are_ordered" BEFORE INSERT ON "corrections" FOR EACH ROW EXECUTE FUNCTION correction_is_ordered();

-- A correction has ended when all its chunks are paid, once.
CREATE FUNCTION "correction_is_finished"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_seq IS NOT NULL OR (to_jsonb(NEW) - 'finished_seq') <> (to_jsonb(OLD) - 'finished_seq') THEN
    RAISE EXCEPTION 'correction % of round % stays as it is', OLD.ordinal, OLD.game_number USING ERRCODE = 'restrict_violation';
  END IF;
  IF (SELECT count(*) FROM correction_chunks WHERE game_number = NEW.game_number AND ordinal = NEW.ordinal) <> NEW.chunks THEN
    RAISE EXCEPTION 'correction % of round % is not paid', NEW.ordinal, NEW.game_number USING ERRCODE = 'SB016';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "corrections_are_finished" BEFORE UPDATE ON "corrections" FOR EACH ROW EXECUTE FUNCTION correction_is_finished();
CREATE TRIGGER "corrections_are_never_deleted" BEFORE DELETE OR TRUNCATE ON "corrections"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Only a correction that is ordered and not finished is paid.
CREATE FUNCTION "correction_is_in_hand"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM corrections WHERE game_number = NEW.game_number AND ordinal = NEW.ordinal AND finished_seq IS NULL
    AND NEW.chunk >= 0 AND NEW.chunk < chunks FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'part % of correction % of round % is not due', NEW.chunk, NEW.ordinal, NEW.game_number USING ERRCODE = 'SB016';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "correction_chunks_are_due" BEFORE INSERT ON "correction_chunks" FOR EACH ROW EXECUTE FUNCTION correction_is_in_hand();
ALTER TABLE "correction_payouts" ADD CONSTRAINT "correction_payouts_change_something" CHECK (
  "was" <> "paid" AND "was" >= 0 AND "paid" >= 0
  AND "from_game" >= 0 AND "to_game" >= 0 AND "shortfall" >= 0 AND "recovered" >= 0);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['approvals', 'approval_decisions', 'approval_uses', 'correction_chunks', 'correction_payouts'] LOOP
    EXECUTE format('CREATE TRIGGER "%s_is_insert_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name, name);
  END LOOP;
END $$;

-- The application asks, decides, orders and pays; when it was, and what used an approval up, the database says.
GRANT SELECT ON "approvals", "approval_decisions", "approval_uses", "corrections", "correction_chunks", "correction_payouts" TO "sabot_app";
GRANT INSERT ("kind", "table_id", "game_number", "subject", "expects", "reason_code", "note", "requested_by") ON "approvals" TO "sabot_app";
GRANT INSERT ("approval_id", "verdict", "decided_by") ON "approval_decisions" TO "sabot_app";
GRANT INSERT ("game_number", "ordinal", "fix", "coup", "player_id", "approval_id", "ordered_seq", "chunks") ON "corrections" TO "sabot_app";
GRANT UPDATE ("finished_seq") ON "corrections" TO "sabot_app";
GRANT INSERT ON "correction_chunks", "correction_payouts" TO "sabot_app";
GRANT USAGE ON SEQUENCE "approvals_id_seq" TO "sabot_app";

-- What these look at is what is there: a temporary table of the same name would come first, and the application makes none.
DO $$
DECLARE signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY['is_on_duty(text, text[])', 'round_standing(bigint, bigint)', 'shoe_standing(text, bigint)',
    'asked_standing(text, bigint, bigint)', 'approval_is_asked()', 'approval_is_decided()',
    'round_void_is_approved()', 'correction_is_ordered()', 'correction_is_finished()', 'correction_is_in_hand()'] LOOP
    EXECUTE 'ALTER FUNCTION ' || signature || ' SET search_path = public, pg_temp';
  END LOOP;
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;
