-- Two persons agree on what one may not do alone (I12).

create or replace function is_on_duty(p_staff text, p_roles text[])
returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from staff where id = p_staff and disabled_at is null
    and role = any (p_roles) and (not is_demo or is_demo_database()))
$$;

-- What a scanner would have read.
create or replace function is_by_hand(p_kind text)
returns boolean language sql immutable parallel safe as $$
  select p_kind in ('card', 'burn_card', 'cut_card')
$$;

-- A dealer asks for what no scanner reads, and for nothing else.
create or replace function may_ask(p_staff text, p_kind text)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select is_on_duty(p_staff, case when is_by_hand(p_kind)
    then array['dealer', 'shift_manager', 'administrator']
    else array['shift_manager', 'administrator'] end)
$$;

create or replace function may_approve(p_staff text)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select is_on_duty(p_staff, array['shift_manager', 'administrator'])
$$;

-- The state of a round, by its row and by the log before event `p_before` (null: by all of it): its
-- status, how often it was corrected and, until it has ended, the cards of its coup, in the order
-- in which they were dealt. The last event of a card seat says which card is there. Null where
-- there is no such round.
create or replace function round_state(p_game bigint, p_before bigint)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  with round as (
    select * from rounds where game_number = p_game
  ), event as (
    select e.seq, e.kind, e.event_seat as seat, e.event_card as card from round r
      join table_events e on e.table_id = r.table_id and e.seq > r.opened_seq
     where r.ended_seq is null and (p_before is null or e.seq < p_before)
       and e.kind in ('card_dealt', 'card_withdrawn', 'card_corrected')
  ), lying as (
    select distinct on (seat) seat, kind, card from event order by seat, seq desc
  ), card as (
    select l.card,
           (select max(seq) from event d where d.seat = l.seat and d.kind = 'card_dealt') as dealt
      from lying l where l.kind <> 'card_withdrawn'
  )
  select jsonb_build_object(
    'status', status,
    'corrections', (select count(*) from corrections where game_number = p_game),
    'cards', (select coalesce(jsonb_agg(card.card order by dealt), '[]') from card))
    from round
$$;

-- The state of a table's last shoe, by the log before event `p_before` (null: by all of it), and
-- which coup of it was the last to be begun, over or not. The cut card makes that coup the last, or
-- the one after it. Null where there was no shoe.
create or replace function shoe_state(p_table text, p_before bigint)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  with shoe as (
    select seq, event_shoe_ordinal as ordinal from table_events
     where table_id = p_table and kind = 'shoe_started' and (p_before is null or seq < p_before)
     order by seq desc limit 1
  ), since as (
    select e.seq, e.kind, e.event_game_number::text as game
      from table_events e, shoe
     where e.table_id = p_table and e.seq > shoe.seq and (p_before is null or e.seq < p_before)
       and e.kind in ('cards_burned', 'cut_card_drawn', 'shoe_change_started', 'betting_opened',
         'coup_decided', 'round_voided')
  ), coup as (
    select seq, game from since where kind = 'betting_opened' order by seq desc limit 1
  )
  select jsonb_build_object(
    'shoe', ordinal,
    'burned', exists (select from since where kind = 'cards_burned'),
    'cutCardOut', exists (select from since where kind = 'cut_card_drawn'),
    'removed', exists (select from since where kind = 'shoe_change_started'),
    'game', (select game from coup),
    'over', exists (select from since, coup where since.seq > coup.seq
      and since.kind in ('coup_decided', 'round_voided')))
    from shoe
$$;

-- What a request is about: a round, or the shoe at its table.
create or replace function asked_state(p_table text, p_game bigint, p_before bigint)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  select case when p_game is null then shoe_state(p_table, p_before)
    else round_state(p_game, p_before) end
$$;

-- Of whatever a request is about, as it is now.
create or replace function subject_state(p_asked approvals)
returns jsonb language plpgsql stable set search_path = public, pg_temp as $$
begin
  return case when p_asked.hand_number is not null then hand_state(p_asked.hand_number)
    when p_asked.subject ? 'hands' then hands_state(p_asked.subject -> 'hands')
    when p_asked.case_id is not null then case_state(p_asked.case_id)
    else asked_state(p_asked.table_id, p_asked.game_number, null) end;
end $$;

-- Whether a request may still be approved and carried out: what it is about is as it was when it
-- was made, and whoever asked for it, or has approved it, still may.
create or replace function approval_stands(p_asked approvals, p_decided_by text)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select coalesce(p_asked.expects = subject_state(p_asked), false)
     and may_ask(p_asked.requested_by, p_asked.kind::text)
     and (p_decided_by is null or may_approve(p_decided_by))
$$;

-- Who may ask, and about which state. `expects` is what the asker saw. Where it is missing, it is
-- filled in with the present state of the round, or of the shoe.
create or replace function approval_is_asked()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare standing jsonb := subject_state(new);
begin
  if new.kind::text = 'void_hands' and standing ->> 'hands' = '0' then
    raise exception 'there is no such hand in play' using errcode = 'SB014';
  end if;
  if new.case_id is not null and standing is null then
    raise exception 'case % is not open', new.case_id using errcode = 'SB014';
  end if;
  if new.hand_number is not null and (standing is null or standing ->> 'status' = 'void') then
    raise exception 'hand % was not played, or is void', new.hand_number using errcode = 'SB014';
  end if;
  if standing is null
     or (new.game_number is not null and not exists (select from rounds
       where game_number = new.game_number and table_id = new.table_id)) then
    raise exception 'round % was not dealt at table %', coalesce(new.game_number::text,
      'of no shoe'), new.table_id using errcode = 'SB014';
  end if;
  if not may_ask(new.requested_by, new.kind::text) then
    raise exception '% may not ask for this', new.requested_by using errcode = 'SB015';
  end if;
  if new.expects is null then
    new.expects := standing;
  elsif new.expects <> standing then
    raise exception 'what was seen at table % has moved on',
      coalesce(new.table_id, 'of hand ' || new.hand_number, 'of case ' || new.case_id, 'of hands')
      using errcode = 'SB013';
  end if;
  return new;
end $$;

create or replace trigger approvals_are_asked
  before insert on approvals
  for each row execute function approval_is_asked();

-- The second person is another one, decides in time, and about the state that the request was made
-- about. Nothing is approved of somebody who may not ask for it any more.
create or replace function approval_is_decided()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare asked approvals;
begin
  select * into asked from approvals where id = new.approval_id;
  if new.decided_by = asked.requested_by then
    raise exception '% asked for approval % and does not decide it', new.decided_by,
      new.approval_id using errcode = 'SB010';
  end if;
  if not may_approve(new.decided_by) then
    raise exception '% decides no approvals', new.decided_by using errcode = 'SB015';
  end if;
  if studio_clock() > asked.expires_at then
    raise exception 'approval % has expired', new.approval_id using errcode = 'SB012';
  end if;
  if new.verdict = 'approved' and not may_ask(asked.requested_by, asked.kind::text) then
    raise exception '% may not ask for approval % any more', asked.requested_by, asked.id
      using errcode = 'SB015';
  end if;
  if new.verdict = 'approved' and asked.expects is distinct from subject_state(asked) then
    raise exception 'what approval % was asked upon has moved on', asked.id
      using errcode = 'SB013';
  end if;
  return new;
end $$;

create or replace trigger approval_decisions_are_lawful
  before insert on approval_decisions
  for each row execute function approval_is_decided();

-- Who gave an account the PIN that it had before the action `p_before`, and by which action. No row
-- where another one was chosen from the account itself since, or where the console or the studio
-- itself gave it.
create or replace function pin_given(p_staff text, p_before bigint)
returns table (staff_id text, id bigint) language sql stable set search_path = public, pg_temp as $$
  select latest.staff_id, latest.id from (
    select a.staff_id, a.id, a.operation from staff_actions a
     where a.subject = p_staff and a.id < p_before
       and a.operation in ('staff:open', 'staff:reset', 'staff:pin')
     order by a.id desc limit 1
  ) as latest
   where latest.operation <> 'staff:pin' and latest.staff_id <> 'studio'
$$;

-- Whose hands may have been in an account within the last day: its own; those of whoever opened it,
-- let it in again, or gave it a PIN or a role then; those of whoever gave it, however long ago, the
-- PIN that it still has; and those that had been in theirs by then. The console and the studio
-- itself are nobody's hands.
create or replace function hands_in_account(p_staff text)
returns setof text language sql stable set search_path = public, pg_temp as $$
  with recursive hand(id, before) as (
    select p_staff, 9223372036854775807
    union
    select theirs.staff_id, theirs.id from hand cross join lateral (
      select a.staff_id, a.id from staff_actions a
       where a.subject = hand.id and a.id < hand.before
         and a.operation in ('staff:open', 'staff:reset', 'staff:role', 'staff:enable')
         and a.at > studio_now() - interval '24 hours' and a.staff_id <> 'studio'
      union all
      select given.staff_id, given.id from pin_given(hand.id, hand.before) as given
    ) as theirs
  )
  select distinct id from hand
$$;

-- Four eyes are those of two persons (I12). The second is not an account that was opened after the
-- request, and nobody's hands may have been in both accounts.
create or replace function are_two_persons(
  p_asker text, p_asked_at timestamptz, p_decider text)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select not exists (select from staff where id = p_decider and created_at > p_asked_at)
     and not exists (select hands_in_account(p_asker) intersect select hands_in_account(p_decider))
$$;

create or replace function approval_is_decided_by_another()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare asked approvals;
begin
  select * into asked from approvals where id = new.approval_id;
  if new.verdict = 'approved'
     and not are_two_persons(asked.requested_by, asked.requested_at, new.decided_by) then
    raise exception 'the account % is not another person''s than % who asked for approval %',
      new.decided_by, asked.requested_by, new.approval_id
      using errcode = 'SB010';
  end if;
  return new;
end $$;

-- Its name puts it after `approval_decisions_are_lawful`.
create or replace trigger approval_decisions_are_of_two_persons
  before insert on approval_decisions
  for each row
  execute function approval_is_decided_by_another();

-- What needs four eyes uses its approval up, in the transaction of its event: once, in time, by the
-- persons who are named in it and still may, for that table, round and subject, and for the state
-- that the request was made about. Nobody writes a use by hand.
create or replace function approval_is_used()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare asked record;
begin
  if new.event_requested_by = new.event_approved_by then
    raise exception '% stands alone in event % of table %',
      new.event_requested_by, new.seq, new.table_id
      using errcode = 'SB010';
  end if;
  select a.*, d.verdict, d.decided_by into asked
    from approvals a left join approval_decisions d on d.approval_id = a.id
   where a.id = new.event_approval_id;
  if not found or asked.verdict is distinct from 'approved'
     or not may_approve(asked.decided_by)
     or not may_ask(asked.requested_by, asked.kind::text) then
    raise exception 'event % of table % is not approved', new.seq, new.table_id
      using errcode = 'SB015';
  end if;
  if asked.table_id is distinct from new.table_id or asked.kind::text <> new.event_needs
     or asked.game_number is distinct from new.event_game_number
     or asked.requested_by is distinct from new.event_requested_by
     or asked.decided_by is distinct from new.event_approved_by
     or asked.subject ->> 'coup' is distinct from new.event_coup
     or asked.subject ->> 'player' is distinct from new.event_player
     or asked.subject ->> 'card' is distinct from new.event_card
     or coalesce(asked.subject ->> 'seat', new.event_seat) is distinct from new.event_seat then
    raise exception 'approval % is for something else', asked.id using errcode = 'SB014';
  end if;
  if exists (select from approval_uses where approval_id = asked.id) then
    raise exception 'approval % was used', asked.id using errcode = 'SB011';
  end if;
  if studio_clock() > asked.expires_at then
    raise exception 'approval % has expired', asked.id using errcode = 'SB012';
  end if;
  if asked.expects is distinct from
     asked_state(asked.table_id, asked.game_number, new.seq) then
    raise exception 'what approval % was asked upon has moved on', asked.id
      using errcode = 'SB013';
  end if;
  -- Which coup the cut card makes the last follows from what the request was made about.
  if new.kind = 'cut_card_drawn' and new.event_is_last_coup is distinct from
     (asked.expects ->> 'game' is not null and asked.expects -> 'over' = 'false') then
    raise exception 'approval % is for something else', asked.id using errcode = 'SB014';
  end if;
  insert into approval_uses (approval_id, table_id, seq) values (asked.id, new.table_id, new.seq)
    on conflict do nothing;
  if not found then
    raise exception 'approval % was used', asked.id using errcode = 'SB011';
  end if;
  return null;
end $$;

create or replace trigger table_events_use_approvals
  after insert on table_events
  for each row
  when (new.event_needs is not null)
  execute function approval_is_used();

-- A round is void because two persons voided it in its log, and for no other reason.
create or replace function round_void_is_approved()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from approval_uses u join approvals a on a.id = u.approval_id
                  where a.game_number = new.game_number and a.kind = 'void') then
    raise exception 'the void of round % is not approved', new.game_number
      using errcode = 'SB015';
  end if;
  return new;
end $$;

create or replace trigger rounds_void_is_approved
  before update on rounds
  for each row
  when (new.status in ('void', 'refunded')
    and old.status not in ('void', 'refunded')) execute function round_void_is_approved();
