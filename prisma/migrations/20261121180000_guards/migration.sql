-- What the application may write, it may write only as its log and its approvals have it. The code writes so anyway: these are for
-- whoever connects as the application and does not. No table changes.

-- A round's row follows the table's log, event by event, in the transaction of the event (I1, I3, I12): nothing of it is set back, and
-- no other cards are written over those that were decided. `append` writes each event, and then what follows from it: the event is the last.
CREATE FUNCTION "round_follows_its_log"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last record;
  told json;
  due rounds := OLD;
BEGIN
  SELECT seq, at_ms, kind, payload INTO last FROM table_events WHERE table_id = OLD.table_id ORDER BY seq DESC LIMIT 1;
  told := storable_json(last.payload);
  IF told ->> 'game' = OLD.game_number::text THEN
    IF last.kind = 'betting_closed' AND OLD.status = 'betting' THEN
      due.status := 'closed';
      due.closed_seq := last.seq;
    ELSIF last.kind = 'coup_decided' AND OLD.status = 'closed' THEN
      due.status := 'resulted';
      due.coup := told ->> 'coup';
    ELSIF last.kind = 'round_voided' AND OLD.status IN ('betting', 'closed') THEN
      due.status := 'void';
      due.closed_seq := coalesce(OLD.closed_seq, last.seq);
    ELSIF (last.kind = 'round_settled' AND OLD.status = 'resulted') OR (last.kind = 'round_refunded' AND OLD.status = 'void') THEN
      due.status := CASE last.kind WHEN 'round_settled' THEN 'settled' ELSE 'refunded' END;
      due.ended_seq := last.seq;
      due.ended_at := to_timestamp(last.at_ms / 1000.0)::timestamptz(3);
    END IF;
  END IF;
  IF (NEW.status, NEW.closed_seq, NEW.coup, NEW.ended_seq, NEW.ended_at)
     IS DISTINCT FROM (due.status, due.closed_seq, due.coup, due.ended_seq, due.ended_at) THEN
    RAISE EXCEPTION 'round % does not follow event % of table %', OLD.game_number, last.seq, OLD.table_id USING ERRCODE = 'SB017';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "rounds_follow_their_log" AFTER UPDATE ON "rounds" FOR EACH ROW
  WHEN ((NEW.status, NEW.closed_seq, NEW.coup, NEW.ended_seq, NEW.ended_at)
        IS DISTINCT FROM (OLD.status, OLD.closed_seq, OLD.coup, OLD.ended_seq, OLD.ended_at))
  EXECUTE FUNCTION round_follows_its_log();

CREATE FUNCTION "round_is_opened_by_its_log"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last record;
  told json;
BEGIN
  SELECT seq, at_ms, kind, payload INTO last FROM table_events WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1;
  told := storable_json(last.payload);
  IF (last.kind, last.seq, told ->> 'game', told ->> 'roundInShoe', told ->> 'paytable')
     IS DISTINCT FROM ('betting_opened', NEW.opened_seq, NEW.game_number::text, NEW.round_in_shoe::text, NEW.paytable)
     OR NEW.status <> 'betting' OR num_nonnulls(NEW.closed_seq, NEW.coup, NEW.ended_seq, NEW.ended_at, NEW.chunks) > 0
     OR NOT EXISTS (SELECT FROM accounts WHERE id = NEW.stakes_account_id AND name = 'round:' || NEW.game_number || ':stakes' AND balance = 0) THEN
    RAISE EXCEPTION 'round % is not opened by event % of table %', NEW.game_number, last.seq, NEW.table_id USING ERRCODE = 'SB017';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "rounds_are_opened_by_their_log" AFTER INSERT ON "rounds" FOR EACH ROW EXECUTE FUNCTION round_is_opened_by_its_log();

-- Payments (I3, I4). What is written of a part of a round, or of a part of a correction, is written in one transaction, with the part's own row,
-- which is there once: nothing is added to a part that is paid, nor put down beforehand where a payment is to come. Rows of the same
-- transaction have its number: the payments know of no savepoints.

-- A part is paid of a round that has its coup, and given back of one that is void; cut as the round was. A round on which nobody bet has ended by
-- then: a part of it is empty.
CREATE FUNCTION "settlement_chunk_is_due"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM rounds WHERE game_number = NEW.game_number AND NEW.chunks = coalesce(chunks, NEW.chunks)
    AND NEW.verdict = CASE WHEN status IN ('resulted', 'settled') THEN 'settle' WHEN status IN ('void', 'refunded') THEN 'void' END
    AND (status IN ('resulted', 'void') OR (NEW.stakes = 0 AND NEW.paid = 0 AND NEW.players = 0));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'part % of round % is not due', NEW.chunk, NEW.game_number USING ERRCODE = 'SB018';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "settlement_chunks_are_due" AFTER INSERT ON "settlement_chunks" FOR EACH ROW EXECUTE FUNCTION settlement_chunk_is_due();

-- The entries of a round's money are keyed by the part that they pay: `round:G:settle:K`, `round:G:void:K`, `round:G:correction:N:STEP:K`.
CREATE FUNCTION "entry_pays_a_part"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE word text[] := string_to_array(NEW.key, ':');
BEGIN
  IF NEW.key ~ '^round:[0-9]{10}:(settle|void):[0-9]{1,9}$' THEN
    PERFORM FROM settlement_chunks
      WHERE game_number = word[2]::bigint AND chunk = word[4]::int AND verdict = word[3] AND stakes > 0 AND xmin = pg_current_xact_id()::xid
        AND NEW.kind = CASE verdict WHEN 'settle' THEN 'settlement' ELSE 'refund' END::entry_kind;
  ELSIF NEW.key ~ '^round:[0-9]{10}:correction:[0-9]{1,9}:(cover|back|pay|recover):[0-9]{1,9}$' THEN
    PERFORM FROM correction_chunks
      WHERE game_number = word[2]::bigint AND ordinal = word[4]::int AND chunk = word[6]::int AND xmin = pg_current_xact_id()::xid
        AND NEW.kind = CASE word[5] WHEN 'cover' THEN 'cover' WHEN 'back' THEN 'taking_back' WHEN 'pay' THEN 'correction' ELSE 'recovery' END::entry_kind;
  ELSIF NEW.kind = 'recovery' AND NEW.key LIKE 'recovery:%' THEN
    RETURN NULL; -- of a shortfall, from credit that came by an entry of its own
  ELSE
    PERFORM WHERE false;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'entry % (%) pays no part that is due', NEW.key, NEW.kind USING ERRCODE = 'SB018';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "entries_pay_a_part" AFTER INSERT ON "entries" FOR EACH ROW
  WHEN (NEW.kind IN ('settlement', 'refund', 'taking_back', 'correction', 'cover', 'recovery') OR NEW.key LIKE 'round:%')
  EXECUTE FUNCTION entry_pays_a_part();

-- Who got what of a part of a round: all of it at once, and as much as the part says.
CREATE FUNCTION "payouts_are_of_a_part"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT game_number, entry_id, count(*) AS players, sum(paid) AS paid FROM laid GROUP BY 1, 2) AS part
     WHERE NOT EXISTS (
       SELECT FROM entries e JOIN settlement_chunks k ON k.game_number = part.game_number AND k.xmin = pg_current_xact_id()::xid
          AND e.key = 'round:' || k.game_number || ':' || k.verdict || ':' || k.chunk
        WHERE e.id = part.entry_id AND k.players = part.players AND k.paid = part.paid)
  ) THEN
    RAISE EXCEPTION 'what was paid belongs to no part of its round' USING ERRCODE = 'SB018';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "payouts_are_of_a_part" AFTER INSERT ON "payouts" REFERENCING NEW TABLE AS laid
  FOR EACH STATEMENT EXECUTE FUNCTION payouts_are_of_a_part();

-- What a part of a correction changed: all of it at once, as much as the part says, and from what each player had: what the last
-- correction left, or what the round paid.
CREATE FUNCTION "correction_payouts_are_of_a_part"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT l.game_number, l.ordinal, l.player_id % c.chunks AS chunk, count(*) AS players, sum(l.shortfall) AS shortfall, sum(l.paid - l.was) AS change
        FROM laid l LEFT JOIN corrections c ON c.game_number = l.game_number AND c.ordinal = l.ordinal AND c.finished_seq IS NULL
       GROUP BY 1, 2, 3) AS part
     WHERE NOT EXISTS (
       SELECT FROM correction_chunks k
        WHERE k.game_number = part.game_number AND k.ordinal = part.ordinal AND k.chunk = part.chunk AND k.xmin = pg_current_xact_id()::xid
          AND k.players = part.players AND k.shortfall = part.shortfall AND k.paid - k.was = part.change)
  ) THEN
    RAISE EXCEPTION 'what was corrected belongs to no part of a correction in hand' USING ERRCODE = 'SB018';
  END IF;
  IF EXISTS (
    SELECT FROM laid l
     WHERE l.was <> coalesce(
       (SELECT p.paid FROM correction_payouts p
         WHERE p.game_number = l.game_number AND p.player_id = l.player_id AND p.ordinal < l.ordinal ORDER BY p.ordinal DESC LIMIT 1),
       (SELECT p.paid FROM payouts p WHERE p.game_number = l.game_number AND p.player_id = l.player_id), 0)
  ) THEN
    RAISE EXCEPTION 'what was corrected is not what was paid' USING ERRCODE = 'SB018';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "correction_payouts_are_of_a_part" AFTER INSERT ON "correction_payouts" REFERENCING NEW TABLE AS laid
  FOR EACH STATEMENT EXECUTE FUNCTION correction_payouts_are_of_a_part();

-- A part of a correction comes with the rows of its players, and tells the truth of them: what lay, what they had of the round, and, where that
-- does not hang on the cards, what they have now. An untrue one would stand in the place of the payment.
CREATE FUNCTION "correction_chunk_is_told"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  correction record;
  due record;
  moved record;
BEGIN
  SELECT * INTO correction FROM corrections WHERE game_number = NEW.game_number AND ordinal = NEW.ordinal;
  SELECT coalesce(sum(stake), 0) AS stakes, coalesce(sum(was), 0) AS was,
         coalesce(sum(CASE WHEN correction.fix = 'void' OR player_id = correction.player_id THEN stake ELSE was END), 0) AS paid INTO due
    FROM (
      SELECT lying.*, coalesce(
        (SELECT p.paid FROM correction_payouts p
          WHERE p.game_number = NEW.game_number AND p.player_id = lying.player_id AND p.ordinal < NEW.ordinal ORDER BY p.ordinal DESC LIMIT 1),
        (SELECT p.paid FROM payouts p WHERE p.game_number = NEW.game_number AND p.player_id = lying.player_id), 0) AS was
        FROM (SELECT player_id, sum(amount) AS stake FROM bets
               WHERE game_number = NEW.game_number AND player_id % correction.chunks = NEW.chunk GROUP BY 1 HAVING sum(amount) > 0) AS lying) AS standing;
  SELECT count(*) AS players, coalesce(sum(paid - was), 0) AS change, coalesce(sum(shortfall), 0) AS shortfall INTO moved FROM correction_payouts
   WHERE game_number = NEW.game_number AND ordinal = NEW.ordinal AND player_id % correction.chunks = NEW.chunk;
  IF (NEW.stakes, NEW.was, NEW.players, NEW.paid - NEW.was, NEW.shortfall) <> (due.stakes, due.was, moved.players, moved.change, moved.shortfall)
     OR (correction.fix <> 'resettle' AND NEW.paid <> due.paid) THEN
    RAISE EXCEPTION 'part % of correction % of round % is not what its players have', NEW.chunk, NEW.ordinal, NEW.game_number USING ERRCODE = 'SB018';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "correction_chunks_are_told" AFTER INSERT ON "correction_chunks" FOR EACH ROW EXECUTE FUNCTION correction_chunk_is_told();

-- Four eyes are two persons' (I12): not an account that came after the request, nor one that the asker opened, gave a PIN or a role a day ago or less.
CREATE FUNCTION "approval_is_decided_by_another"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE asked record;
BEGIN
  SELECT a.requested_by, a.requested_at, s.created_at INTO asked FROM approvals a, staff s WHERE a.id = NEW.approval_id AND s.id = NEW.decided_by;
  IF NEW.verdict = 'approved' AND (asked.created_at > asked.requested_at OR EXISTS (
    SELECT FROM staff_actions
     WHERE staff_id = asked.requested_by AND subject = NEW.decided_by AND operation IN ('staff:open', 'staff:reset', 'staff:role', 'staff:enable')
       AND at > clock_timestamp() - interval '24 hours'
  )) THEN
    RAISE EXCEPTION 'the account % is not another person''s than % who asked for approval %', NEW.decided_by, asked.requested_by, NEW.approval_id
      USING ERRCODE = 'SB010';
  END IF;
  RETURN NEW;
END $$;
-- By its name it comes behind `approval_decisions_are_lawful`.
CREATE TRIGGER "approval_decisions_are_of_two_persons" BEFORE INSERT ON "approval_decisions" FOR EACH ROW
  EXECUTE FUNCTION approval_is_decided_by_another();

-- A table begins again from a snapshot that its log made (I7, I11): of the shoe that has just started, and of nothing else.
CREATE FUNCTION "snapshot_is_of_its_log"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last record;
  state json := storable_json(NEW.state);
BEGIN
  SELECT seq, kind, payload INTO last FROM table_events WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1;
  IF (last.seq, last.kind) IS DISTINCT FROM (NEW.seq, 'shoe_started')
     OR (state ->> 'table', state ->> 'seq', state #>> '{shoe,ordinal}')
        IS DISTINCT FROM (NEW.table_id, NEW.seq::text, storable_json(last.payload) ->> 'shoe') THEN
    RAISE EXCEPTION 'snapshot % of table % is of no shoe that has just started', NEW.seq, NEW.table_id USING ERRCODE = 'SB019';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "table_snapshots_are_of_their_log" AFTER INSERT ON "table_snapshots" FOR EACH ROW EXECUTE FUNCTION snapshot_is_of_its_log();
