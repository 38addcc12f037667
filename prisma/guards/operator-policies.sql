-- How long an operator's wallet is waited for makes sense as a whole (I1): no request to it
-- outlasts the stakes that it is about.

-- A policy of before stays until it is changed.
create or replace function policy_is_sound()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.policy = old.policy then
    return null;
  end if;
  if (new.policy ->> 'tryWithinMs')::bigint > (new.policy ->> 'stakesWithinMs')::bigint then
    raise exception 'a request to the wallet of % would outlast the stakes of a round', new.id
      using errcode = 'SB064';
  end if;
  return null;
end $$;

create or replace trigger policies_are_sound
  after insert or update of policy on operators
  for each row execute function policy_is_sound();
