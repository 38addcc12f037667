-- What is paid by hand was ordered by two persons, is what the round, or a correction of it, owes,
-- and is paid neither twice nor beside the ordinary payment (I3, I4, I12).

-- Ordered in the log, under its approval, once, while the player's part of the round, or of the
-- correction, is not paid. The lock is the other side of the one below: of an order and a payment
-- at the same time, one sees the other.
create or replace function hand_pay_is_ordered()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare staked bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('hand pays of ' || new.game_number, 0));
  perform from approval_uses u
    join approvals a on a.id = u.approval_id
    join table_events e on e.table_id = u.table_id and e.seq = u.seq
   where a.id = new.approval_id and u.seq = new.ordered_seq and a.kind = 'hand_pay'
     and a.game_number = new.game_number and a.subject ->> 'player' = new.player_id::text
     and event_json(e.payload) ->> 'amount' = new.amount::text
     and coalesce(event_json(e.payload) ->> 'correction', '0') = new.ordinal::text;
  if not found then
    raise exception 'paying player % of round % by hand is not approved', new.player_id,
      new.game_number using errcode = 'SB015';
  end if;
  select sum(amount) into staked from bets
    where game_number = new.game_number and player_id = new.player_id;
  perform from hand_pays where game_number = new.game_number and player_id = new.player_id
    and ordinal = new.ordinal;
  if found then
    raise exception 'what round % owes player % is paid by hand already', new.game_number,
      new.player_id using errcode = 'SB013';
  end if;
  if new.ordinal = 0 then
    perform from rounds r
     where r.game_number = new.game_number
       and (r.status = 'resulted' or (r.status = 'void' and new.amount = staked)) and staked > 0
       and new.player_id not in (select untaken_stakes(r.game_number))
       and not exists (select from settlement_chunks k where k.game_number = r.game_number
         and new.player_id % k.chunks = k.chunk);
  else
    perform from corrections c
     where c.game_number = new.game_number and c.ordinal = new.ordinal
       and c.finished_seq is null and staked > 0
       and not exists (select from correction_chunks k where k.game_number = c.game_number
         and k.ordinal = c.ordinal and new.player_id % c.chunks = k.chunk);
  end if;
  if not found then
    raise exception 'round % does not owe player % this', new.game_number, new.player_id
      using errcode = 'SB013';
  end if;
  return new;
end $$;

create or replace trigger hand_pays_are_ordered
  before insert on hand_pays
  for each row execute function hand_pay_is_ordered();

-- A part of a round pays by hand what was ordered of it, to the cent, and nothing else. An order
-- that came while the part was being paid makes it fail, and be paid again. What is outside has one
-- account (accounts_outside_is_one), which is found by its name.
create or replace function part_pays_by_hand()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ordered bigint;
  due bigint;
  handed bigint;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('hand pays of ' || new.game_number, 0));
  select coalesce(sum(h.amount), 0), coalesce(sum(h.amount) filter (where p.paid = h.amount), 0)
    into ordered, due from hand_pays h left join payouts p using (game_number, player_id)
   where h.game_number = new.game_number and h.ordinal = 0
     and h.player_id % new.chunks = new.chunk;
  select coalesce(sum(amount), 0) into handed from postings
   where destination_id = (select id from accounts where name = 'outside')
     and entry_id = (select id from entries
       where key = 'round:' || new.game_number || ':' || new.verdict || ':' || new.chunk);
  if handed < ordered then
    raise exception 'of part % of round % more is paid by hand by now', new.chunk,
      new.game_number using errcode = 'serialization_failure';
  end if;
  if handed <> ordered or handed <> due then
    raise exception 'part % of round % does not pay by hand what was ordered', new.chunk,
      new.game_number using errcode = 'SB018';
  end if;
  return null;
end $$;

-- At the end of the transaction: what is posted after the part's row counts, too.
create constraint trigger settlement_chunks_pay_by_hand
  after insert on settlement_chunks deferrable initially deferred
  for each row execute function part_pays_by_hand();

-- The same of a part of a correction, which may also collect by hand what it takes back.
create or replace function part_corrects_by_hand()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  cut int;
  ordered record;
  handed record;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('hand pays of ' || new.game_number, 0));
  select chunks into cut from corrections
    where game_number = new.game_number and ordinal = new.ordinal;
  select coalesce(sum(h.amount) filter (where h.amount > 0), 0) as given,
         coalesce(-sum(h.amount) filter (where h.amount < 0), 0) as taken,
         bool_and(p.paid - p.was = h.amount) is not false as is_due, count(*) = count(p) as is_moved
    into ordered from hand_pays h left join correction_payouts p using (game_number, player_id, ordinal)
   where h.game_number = new.game_number and h.ordinal = new.ordinal
     and h.player_id % cut = new.chunk;
  select coalesce(sum(p.amount) filter (where p.destination_id = o.id), 0) as given,
         coalesce(sum(p.amount) filter (where p.source_id = o.id), 0) as taken
    into handed from accounts o
    join entries e on true
    join postings p on p.entry_id = e.id
   where o.name = 'outside' and e.key = any (array(
     select 'round:' || new.game_number || ':correction:' || new.ordinal || ':' || step || ':'
       || new.chunk from unnest(array['cover', 'back', 'pay', 'recover']) as step));
  if handed.given < ordered.given or handed.taken < ordered.taken then
    raise exception 'of part % of correction % of round % more is paid by hand by now', new.chunk,
      new.ordinal, new.game_number using errcode = 'serialization_failure';
  end if;
  if (handed.given, handed.taken) <> (ordered.given, ordered.taken)
     or not ordered.is_due or not ordered.is_moved then
    raise exception 'part % of correction % of round % does not pay by hand what was ordered',
      new.chunk, new.ordinal, new.game_number using errcode = 'SB018';
  end if;
  return null;
end $$;

create constraint trigger correction_chunks_pay_by_hand
  after insert on correction_chunks deferrable initially deferred
  for each row execute function part_corrects_by_hand();
