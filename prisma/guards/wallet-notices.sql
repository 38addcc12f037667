-- What an operator's wallet has a player read stays as it came, and is answered once, by one of its
-- actions. It goes with the erasure of the person.

create or replace function wallet_notice_is_answered_once()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare fixed text[] := array['tries', 'next_try_at', 'taken_at'];
begin
  if old.answered_at is null then
    fixed := fixed || array['action', 'answered_at'];
  end if;
  if to_jsonb(new) - fixed <> to_jsonb(old) - fixed or old.taken_at is not null
     or (new.action is not null and new.action <> 'read'
         and not new.actions @> jsonb_build_array(jsonb_build_object('id', new.action))) then
    raise exception 'notice % stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger wallet_notices_are_answered_once
  before update on wallet_notices
  for each row execute function wallet_notice_is_answered_once();
