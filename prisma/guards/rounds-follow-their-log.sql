-- A round’s row is what the log of its table says (I1, I3, I12).

-- A round's row follows the table's log, event by event, in the transaction of the event (I1, I3,
-- I12). Nothing of it is set back, and the cards that were decided are not overwritten by others.
-- `append` writes each event, and then what follows from it, so the event is the last one.
create or replace function round_follows_its_log()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  last record;
  due rounds := old;
begin
  select seq, at_ms, kind, event_game_number, event_coup into last from table_events
    where table_id = old.table_id order by seq desc limit 1;
  if last.event_game_number = old.game_number then
    if last.kind = 'betting_closed' and old.status = 'betting' then
      due.status := 'closed';
      due.closed_seq := last.seq;
    elsif last.kind = 'coup_decided' and old.status = 'closed' then
      due.status := 'resulted';
      due.coup := last.event_coup;
    elsif last.kind = 'round_voided' and old.status in ('betting', 'closed') then
      due.status := 'void';
      due.closed_seq := coalesce(old.closed_seq, last.seq);
    elsif (last.kind = 'round_settled' and old.status = 'resulted')
      or (last.kind = 'round_refunded' and old.status = 'void') then
      due.status := case last.kind when 'round_settled' then 'settled' else 'refunded' end;
      due.ended_seq := last.seq;
      due.ended_at := to_timestamp(last.at_ms / 1000.0)::timestamptz(3);
    end if;
  end if;
  if (new.status, new.closed_seq, new.coup, new.ended_seq, new.ended_at)
     is distinct from (due.status, due.closed_seq, due.coup, due.ended_seq, due.ended_at) then
    raise exception 'round % does not follow event % of table %', old.game_number, last.seq,
      old.table_id using errcode = 'SB017';
  end if;
  return null;
end $$;

create or replace trigger rounds_follow_their_log
  after update on rounds
  for each row
  when ((new.status, new.closed_seq, new.coup, new.ended_seq, new.ended_at)
        is distinct from (old.status, old.closed_seq, old.coup, old.ended_seq, old.ended_at))
  execute function round_follows_its_log();

create or replace function round_is_opened_by_its_log()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last record;
begin
  select seq, kind, event_game_number, event_round_in_shoe, event_paytable into last
    from table_events where table_id = new.table_id order by seq desc limit 1;
  if (last.kind, last.seq, last.event_game_number, last.event_round_in_shoe,
      last.event_paytable)
     is distinct from
     ('betting_opened', new.opened_seq, new.game_number, new.round_in_shoe, new.paytable)
     or new.status <> 'betting'
     or num_nonnulls(new.closed_seq, new.coup, new.ended_seq, new.ended_at, new.chunks) > 0
     or not exists (select from accounts where id = new.stakes_account_id
       and name = 'round:' || new.game_number || ':stakes' and balance = 0)
     or exists (select from unnest(new.further_stakes_account_ids) as further
       where not exists (select from accounts where id = further and balance = 0
         and name = 'round:' || new.game_number || ':stakes:' || currency)) then
    raise exception 'round % is not opened by event % of table %', new.game_number, last.seq,
      new.table_id using errcode = 'SB017';
  end if;
  return null;
end $$;

create or replace trigger rounds_are_opened_by_their_log
  after insert on rounds
  for each row execute function round_is_opened_by_its_log();
