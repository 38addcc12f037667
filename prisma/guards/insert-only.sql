-- What is written stays written (I3, I4, I9): insert-only tables refuse every change, even from
-- their owner. Of some an erasure may take a reason (erasure.sql).

create or replace function refuse_change()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'table % is insert-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The log, the money, the bets and the payments.
create or replace trigger table_events_is_insert_only
  before update or delete or truncate on table_events
  for each statement execute function refuse_change();

create or replace trigger entries_is_insert_only
  before update or delete or truncate on entries
  for each statement execute function refuse_change();

-- Those of an archived period may be deleted (period-archives.sql).
create or replace trigger postings_is_insert_only
  before update or truncate on postings
  for each statement execute function refuse_change();

-- An entry is whole with the transaction that makes it. It is found by its number, also where the
-- table was small when a session planned it.
create or replace function postings_come_with_their_entry()
returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare ids bigint[] := array(select distinct entry_id from posted);
begin
  if (select count(*) from entries where id = any(ids) and xmin = pg_current_xact_id()::xid)
     < cardinality(ids) then
    raise exception 'an entry of before takes no more postings' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger postings_come_with_their_entry
  after insert on postings referencing new table as posted
  for each statement execute function postings_come_with_their_entry();

create or replace trigger bets_is_insert_only
  before update or delete or truncate on bets
  for each statement execute function refuse_change();

create or replace trigger payouts_is_insert_only
  before update or delete or truncate on payouts
  for each statement execute function refuse_change();

create or replace trigger settlement_chunks_is_insert_only
  before update or delete or truncate on settlement_chunks
  for each statement execute function refuse_change();

create or replace trigger correction_chunks_is_insert_only
  before update or delete or truncate on correction_chunks
  for each statement execute function refuse_change();

create or replace trigger correction_payouts_is_insert_only
  before update or delete or truncate on correction_payouts
  for each statement execute function refuse_change();

create or replace trigger hand_pays_is_insert_only
  before update or delete or truncate on hand_pays
  for each statement execute function refuse_change();

create or replace trigger operator_movements_is_insert_only
  before update or delete or truncate on operator_movements
  for each statement execute function refuse_change();

create or replace trigger solo_steps_is_insert_only
  before update or delete or truncate on solo_steps
  for each statement execute function refuse_change();

create or replace trigger solo_log_is_insert_only
  before update or delete or truncate on solo_log
  for each statement execute function refuse_change();

create or replace trigger solo_hands_are_never_deleted
  before truncate on solo_hands
  for each statement execute function refuse_change();

-- A hand that nobody has staked on may be taken back by the owner, and after a restore when its
-- game is opened again (timelines.sql).
create or replace trigger solo_hands_with_a_stake_are_never_deleted
  before delete on solo_hands
  for each row when (old.status <> 'committed') execute function refuse_change();

create or replace trigger hand_voids_is_insert_only
  before update or delete or truncate on hand_voids
  for each statement execute function refuse_change();

-- What two persons agreed on.
create or replace trigger approvals_is_insert_only
  before update or delete or truncate on approvals
  for each statement execute function refuse_change();

create or replace trigger approval_decisions_is_insert_only
  before update or delete or truncate on approval_decisions
  for each statement execute function refuse_change();

create or replace trigger approval_uses_is_insert_only
  before update or delete or truncate on approval_uses
  for each statement execute function refuse_change();

-- What the staff did, what went wrong, and what vouches for it.
create or replace trigger staff_actions_is_insert_only
  before delete or truncate on staff_actions
  for each statement execute function refuse_change();

create or replace trigger erasures_is_insert_only
  before update or delete or truncate on erasures
  for each statement execute function refuse_change();

create or replace trigger incidents_is_insert_only
  before update or delete or truncate on incidents
  for each statement execute function refuse_change();

create or replace trigger incident_notes_is_insert_only
  before update or delete or truncate on incident_notes
  for each statement execute function refuse_change();

create or replace trigger anchors_is_insert_only
  before update or delete or truncate on anchors
  for each statement execute function refuse_change();

create or replace trigger anchor_keys_is_insert_only
  before update or delete or truncate on anchor_keys
  for each statement execute function refuse_change();

create or replace trigger card_sets_is_insert_only
  before update or delete or truncate on card_sets
  for each statement execute function refuse_change();

create or replace trigger demo_mark_is_insert_only
  before update or delete or truncate on demo_mark
  for each statement execute function refuse_change();

-- A correction is finished later. Whoever did something is known for ever, and disabled at most.
create or replace trigger corrections_are_never_deleted
  before delete or truncate on corrections
  for each statement execute function refuse_change();

create or replace trigger staff_are_never_deleted
  before delete or truncate on staff
  for each statement execute function refuse_change();

-- What was said is deleted in time (chat-is-kept.sql), and never changed.
create or replace trigger chat_messages_never_change
  before update or truncate on chat_messages
  for each statement execute function refuse_change();

create or replace trigger chat_removals_never_change
  before update or truncate on chat_removals
  for each statement execute function refuse_change();

create or replace trigger chat_mutes_never_change
  before truncate on chat_mutes
  for each statement execute function refuse_change();

create or replace trigger chat_unmutes_never_change
  before truncate on chat_unmutes
  for each statement execute function refuse_change();

create or replace trigger support_messages_never_change
  before update or truncate on support_messages
  for each statement execute function refuse_change();

create or replace trigger support_notes_never_change
  before update or truncate on support_notes
  for each statement execute function refuse_change();
