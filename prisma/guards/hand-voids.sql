-- A hand is void because two persons agreed on it, about the hand as it was, and for no other
-- reason (I12). What comes back is what the hand took and did not pay. One order may be about many
-- hands in play, all of them as they were.

-- What a request is about: the hand, by its row. Null where there is none, or none that was played.
create or replace function hand_state(p_hand bigint)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('status', status, 'step', step) from solo_hands
   where hand_number = p_hand and status <> 'committed'
$$;

-- The hands that an order for many is about: in play, of one game, and begun before the last
-- restore (`restore`), sealed under a key that the studio has no more (`key`), or not played on
-- since a time (`idle`). At most 5,000, the first ones: the rest is for another order.
create or replace function hands_of_order(p_hands jsonb)
returns table (hand_number bigint, step int)
language sql stable set search_path = public, pg_temp as $$
  select h.hand_number, h.step from solo_hands h
   where h.status = 'in_play' and h.game::text = p_hands ->> 'game'
     and case p_hands ->> 'why'
           when 'restore' then h.hand_number <= (select last_hand_before())
           when 'key' then p_hands -> 'keys' ? encode(substring(h.sealed from 1 for 4), 'hex')
           when 'idle' then h.acted_at <= to_timestamp((p_hands ->> 'untilMs')::bigint / 1000.0)
         end
   order by h.hand_number limit 5000
$$;

-- How many hands, and the digest of which they are and where each stands.
create or replace function state_of_hands(p_hands bigint, p_text text)
returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('hands', p_hands,
    'digest', encode(sha256(convert_to(coalesce(p_text, ''), 'UTF8')), 'hex'))
$$;

create or replace function hands_state(p_hands jsonb)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  select state_of_hands(count(*), string_agg(hand_number || ':' || step, ',' order by hand_number))
    from hands_of_order(p_hands)
$$;

-- The text that the digest of an order's voids is made of, for whoever writes them and for whoever
-- proves them: SHA-256, in the order of the hands' numbers, joined by line feeds.
create or replace function hand_void_text(hand_number bigint, step int, back bigint, opening bytea)
returns text language sql stable parallel safe as $$
  select concat_ws('|', hand_number, step, back, coalesce(encode(opening, 'hex'), ''))
$$;

-- Uses the approval up, as an event of a table does (four-eyes.sql), in the transaction of the
-- void. Nobody writes a use by hand.
create or replace function hand_void_is_approved()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked record;
  hand record;
begin
  select a.*, d.verdict, d.decided_by into asked
    from approvals a left join approval_decisions d on d.approval_id = a.id
   where a.id = new.approval_id;
  if not found or asked.verdict is distinct from 'approved'
     or not may_approve(asked.decided_by)
     or not may_ask(asked.requested_by, asked.kind::text) then
    raise exception 'the void of hand % is not approved', new.hand_number
      using errcode = 'SB015';
  end if;
  -- An order for many is proven as a whole, below.
  if asked.kind::text = 'void_hands' then
    return null;
  end if;
  if asked.kind::text <> 'void_hand' or asked.hand_number is distinct from new.hand_number then
    raise exception 'approval % is for something else', asked.id using errcode = 'SB014';
  end if;
  if exists (select from approval_uses where approval_id = asked.id) then
    raise exception 'approval % was used', asked.id using errcode = 'SB011';
  end if;
  if studio_clock() > asked.expires_at then
    raise exception 'approval % has expired', asked.id using errcode = 'SB012';
  end if;
  if asked.expects <> jsonb_build_object('status', new.status_before, 'step', new.step) then
    raise exception 'what approval % was asked upon has moved on', asked.id
      using errcode = 'SB013';
  end if;
  select h.status, h.step, h.taken, h.paid into hand
    from solo_hands h where h.hand_number = new.hand_number;
  if hand.status <> 'void' or hand.step <> new.step or new.back <> hand.taken - hand.paid then
    raise exception 'hand % is not void as its approval says', new.hand_number
      using errcode = 'SB054';
  end if;
  perform from solo_log l
   where l.chain = new.chain and l.seq = new.seq
     and (l.payload::jsonb - 'opening') = jsonb_build_object('kind', 'void', 'version', 1,
       'hand', new.hand_number::text, 'approval', new.approval_id::text,
       'requestedBy', asked.requested_by, 'approvedBy', asked.decided_by,
       'reason', asked.reason_code, 'status', new.status_before, 'step', new.step,
       'back', new.back::text, 'shortfall', new.shortfall::text);
  if not found then
    raise exception 'the void of hand % is not in its log', new.hand_number
      using errcode = 'SB054';
  end if;
  insert into approval_uses (approval_id, table_id, seq) values (asked.id, new.chain, new.seq)
    on conflict do nothing;
  if not found then
    raise exception 'approval % was used', asked.id using errcode = 'SB011';
  end if;
  return null;
end $$;

create or replace trigger hand_voids_are_approved
  after insert on hand_voids
  for each row execute function hand_void_is_approved();

-- An order for many hands voids all of them, as they were when it was asked for, in one statement
-- and one row of the log, and is used up by it.
create or replace function hand_voids_are_of_their_order()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked record;
  made record;
begin
  for asked in
    select a.*, d.decided_by from approvals a
      join approval_decisions d on d.approval_id = a.id and d.verdict = 'approved'
     where a.kind::text = 'void_hands' and a.id in (select approval_id from voided)
  loop
    if exists (select from approval_uses where approval_id = asked.id) then
      raise exception 'approval % was used', asked.id using errcode = 'SB011';
    end if;
    if studio_clock() > asked.expires_at then
      raise exception 'approval % has expired', asked.id using errcode = 'SB012';
    end if;
    select count(*) as hands, sum(v.back) as back, min(v.chain) as chain, min(v.seq) as seq,
           string_agg(v.hand_number || ':' || v.step, ',' order by v.hand_number) as stood,
           encode(sha256(convert_to(string_agg(
             hand_void_text(v.hand_number, v.step, v.back, h.opening), E'\n'
             order by v.hand_number), 'UTF8')), 'hex') as digest,
           bool_and(v.status_before = 'in_play' and v.shortfall = 0 and h.status = 'void'
             and h.game::text = asked.subject #>> '{hands,game}' and h.step = v.step
             and v.back = h.taken - h.paid) and count(distinct (v.chain, v.seq)) = 1 as is_true
      into made
      from voided v join solo_hands h using (hand_number) where v.approval_id = asked.id;
    if asked.expects <> state_of_hands(made.hands, made.stood) then
      raise exception 'what approval % was asked upon has moved on', asked.id
        using errcode = 'SB013';
    end if;
    perform from solo_log l
     where l.chain = made.chain and l.seq = made.seq
       and l.payload::jsonb = jsonb_build_object('kind', 'voids', 'version', 1,
         'approval', asked.id::text, 'requestedBy', asked.requested_by,
         'approvedBy', asked.decided_by, 'reason', asked.reason_code, 'hands', made.hands,
         'back', made.back::text, 'digest', made.digest);
    if not found or not made.is_true then
      raise exception 'the hands of approval % are not void as it says', asked.id
        using errcode = 'SB054';
    end if;
    insert into approval_uses (approval_id, table_id, seq) values (asked.id, made.chain, made.seq)
      on conflict do nothing;
    if not found then
      raise exception 'approval % was used', asked.id using errcode = 'SB011';
    end if;
  end loop;
  return null;
end $$;

create or replace trigger hand_voids_of_many_are_approved
  after insert on hand_voids referencing new table as voided
  for each statement execute function hand_voids_are_of_their_order();

create or replace function hand_is_void_by_order()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from hand_voids v where v.hand_number = new.hand_number
       and v.status_before = old.status and v.step = old.step) then
    raise exception 'the void of hand % is not approved', new.hand_number
      using errcode = 'SB015';
  end if;
  return null;
end $$;

create or replace trigger solo_hands_are_void_by_order
  after update on solo_hands
  for each row when (new.status = 'void' and old.status <> 'void')
  execute function hand_is_void_by_order();
