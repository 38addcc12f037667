-- Whoever looks at rows that others change gets a notice, when the change is committed, that there
-- is something to look at.

-- tg_argv: the subject of the notice, and the column that says which one. A notice only wakes.
-- Whoever missed it looks later without it.
create or replace function give_notice()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('sabot', tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]));
  return null;
end $$;

create or replace trigger approvals_give_notice
  after insert on approvals
  for each row execute function give_notice('approval', 'id');

create or replace trigger approval_decisions_give_notice
  after insert on approval_decisions
  for each row execute function give_notice('approval', 'approval_id');

create or replace trigger approval_uses_give_notice
  after insert on approval_uses
  for each row execute function give_notice('approval', 'approval_id');

create or replace trigger incidents_give_notice
  after insert on incidents
  for each row execute function give_notice('incident', 'id');

create or replace trigger incident_notes_give_notice
  after insert on incident_notes
  for each row execute function give_notice('incident', 'incident_id');

-- A session that is warned, or ends. What a player does in it gives no notice.
create or replace trigger sessions_give_notice
  after update on sessions
  for each row
  when (old.closed_at is distinct from new.closed_at or old.warned_at is distinct from new.warned_at)
  execute function give_notice('session', 'player_id');

-- A second login in another process, which closes the first. One in the same process is closed
-- there, and thousands may come back at once.
create or replace trigger connections_give_notice
  after update on connections
  for each row
  when (old.process <> new.process)
  execute function give_notice('connection', 'player_id');

-- What ends a sign-in. A wrong PIN does not.
create or replace trigger staff_give_notice
  after update on staff
  for each row
  when (old.role <> new.role or old.generation <> new.generation
    or old.disabled_at is distinct from new.disabled_at)
  execute function give_notice('staff', 'id');

-- Other limits of a solo game, which every process deals by from then on.
create or replace trigger solo_stakes_give_notice
  after insert or update on solo_stakes
  for each row execute function give_notice('stakes', 'game');

-- A movement to be sent to an operator's wallet, or one that the wallet has decided.
create or replace trigger wallet_movements_give_notice
  after insert or update of status on wallet_movements
  for each row execute function give_notice('wallet', 'id');

-- What an operator's wallet has a player read, and the player's answer.
create or replace trigger wallet_notices_give_notice
  after insert or update of answered_at on wallet_notices
  for each row execute function give_notice('notice', 'player_id');

-- A table that its process has given up, to whoever takes it or to one process: it is taken at
-- once. Whoever takes a table begins an epoch.
create or replace trigger table_leases_give_notice
  after update on table_leases
  for each row when (old.owner is not null
    and (new.owner is null or (new.owner <> old.owner and new.epoch = old.epoch)))
  execute function give_notice('table', 'table_id');

-- A process that is to give its tables away, or may take tables again.
create or replace trigger processes_give_notice
  after update on processes
  for each row when (old.drained_at is distinct from new.drained_at)
  execute function give_notice('process', 'id');

-- A hand that went on without its player, who may be connected to any process.
create or replace trigger hand_voids_give_notice
  after insert on hand_voids
  for each row execute function give_notice('hand_voided', 'hand_number');

create or replace trigger solo_steps_give_notice
  after insert on solo_steps
  for each row when (new.command like '{"kind":"abandon",%')
  execute function give_notice('hand_abandoned', 'hand_number');
