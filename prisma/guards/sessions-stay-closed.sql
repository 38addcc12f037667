-- A session that is closed stays closed, and as it was closed (I4).

create or replace function session_stays_closed()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'session % of player % was closed', old.id, old.player_id
    using errcode = 'restrict_violation';
end $$;

create or replace trigger sessions_stay_closed
  before update on sessions
  for each row
  when (old.closed_at is not null) execute function session_stays_closed();
