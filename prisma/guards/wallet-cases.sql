-- A case about an operator's wallet is closed once, by what has become of it, or because two
-- persons agreed that it is settled by hand (I4, I12).

-- What a request is about: the case, and its movement. Null where it is closed.
create or replace function case_state(p_case bigint)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('kind', c.kind, 'movement', m.status) from wallet_cases c
    left join wallet_movements m using (operator_id, movement_id)
   where c.id = p_case and c.closed_at is null
$$;

create or replace function wallet_case_goes_one_way()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.closed_at is not null
     or (new.id, new.operator_id, new.movement_id, new.kind, new.detail, new.opened_at)
     is distinct from
     (old.id, old.operator_id, old.movement_id, old.kind, old.detail, old.opened_at) then
    raise exception 'case % stays as it is', old.id using errcode = 'SB063';
  end if;
  if new.ended_as = 'agrees' and new.kind in ('unanswered', 'refused') then
    raise exception 'case % is about no list', new.id using errcode = 'SB063';
  end if;
  if new.ended_as = 'answered' and not exists (select from wallet_movements m
       where m.operator_id = new.operator_id and m.movement_id = new.movement_id
         and m.status in ('done', 'cancelled')) then
    raise exception 'the movement of case % is not answered', new.id using errcode = 'SB063';
  end if;
  return new;
end $$;

create or replace trigger wallet_cases_go_one_way
  before update on wallet_cases
  for each row execute function wallet_case_goes_one_way();

create or replace trigger wallet_cases_are_kept
  before delete or truncate on wallet_cases
  for each statement execute function refuse_change();

-- Uses the approval up, as an event of a table does (four-eyes.sql). It comes before its movement
-- ends by hand, in one transaction with that: so the case is as it was when it was asked about.
create or replace function wallet_case_is_settled()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked record;
begin
  select a.*, d.verdict, d.decided_by into asked
    from approvals a left join approval_decisions d on d.approval_id = a.id
   where a.id = new.approval_id;
  if not found or asked.verdict is distinct from 'approved'
     or not may_approve(asked.decided_by)
     or not may_ask(asked.requested_by, asked.kind::text) then
    raise exception 'that case % is settled is not approved', new.id using errcode = 'SB015';
  end if;
  if asked.kind::text <> 'settle_case' or asked.case_id is distinct from new.id then
    raise exception 'approval % is for something else', asked.id using errcode = 'SB014';
  end if;
  if exists (select from approval_uses where approval_id = asked.id) then
    raise exception 'approval % was used', asked.id using errcode = 'SB011';
  end if;
  if studio_clock() > asked.expires_at then
    raise exception 'approval % has expired', asked.id using errcode = 'SB012';
  end if;
  if asked.expects is distinct from jsonb_build_object('kind', new.kind, 'movement', (
       select status from wallet_movements
        where operator_id = new.operator_id and movement_id = new.movement_id)) then
    raise exception 'what approval % was asked upon has moved on', asked.id
      using errcode = 'SB013';
  end if;
  insert into approval_uses (approval_id, table_id, seq) values (asked.id, '@wallets', new.id)
    on conflict do nothing;
  if not found then
    raise exception 'approval % was used', asked.id using errcode = 'SB011';
  end if;
  return null;
end $$;

create or replace trigger wallet_cases_are_settled
  after update on wallet_cases
  for each row when (new.ended_as = 'by_hand')
  execute function wallet_case_is_settled();
