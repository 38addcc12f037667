-- A hand is void because two persons agreed on it, about the hand as it was, and for no other
-- reason (I12). What comes back is what the hand took and did not pay.

-- What a request is about: the hand, by its row. Null where there is none, or none that was played.
create or replace function hand_state(p_hand bigint)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('status', status, 'step', step) from solo_hands
   where hand_number = p_hand and status <> 'committed'
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
     or not is_on_duty(asked.decided_by, array['shift_manager', 'administrator']) then
    raise exception 'the void of hand % is not approved', new.hand_number
      using errcode = 'SB015';
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
