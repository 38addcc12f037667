-- What was written of a person can be erased, by the owner of the tables alone: her names, what she
-- wrote, what she named, and why she was muted, barred or limited. The staff's log stays whole
-- (I9): its hashes are of salted digests of reasons, not of the reasons.

-- Whether the person is being erased, in this transaction.
create or replace function is_being_erased(operator text, person text)
returns boolean language sql volatile set search_path = public, pg_temp as $$
  select exists (select from erasures e where e.operator_id = operator and e.ref = person
                    and e.xmin = pg_current_xact_id()::xid)
$$;

create or replace function is_player_being_erased(player bigint)
returns boolean language sql volatile set search_path = public, pg_temp as $$
  select exists (select from players p where p.id = player and is_being_erased(p.operator_id, p.ref))
$$;

-- Of the tables that nobody changes, an erasure may change a reason, and nothing else.
create or replace function only_a_reason_is_erased()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare is_erased boolean;
begin
  if tg_table_name = 'play_limits' and is_limit_past(to_jsonb(old), to_jsonb(new)) then
    return new;
  end if;
  if tg_table_name in ('play_bars', 'play_limits') then
    is_erased := is_being_erased(old.operator_id, old.ref);
  elsif tg_table_name = 'play_bar_lifts' then
    is_erased := (select is_being_erased(b.operator_id, b.ref) from play_bars b where b.id = old.bar_id);
  elsif tg_table_name = 'chat_mutes' then
    is_erased := is_player_being_erased(old.player_id);
  else
    is_erased := (select is_player_being_erased(m.player_id) from chat_mutes m where m.id = old.mute_id);
  end if;
  if is_erased is not true or new.reason <> 'erased'
     or to_jsonb(new) - 'reason' <> to_jsonb(old) - 'reason' then
    raise exception 'table % is insert-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger play_bars_only_erase_reasons
  before update on play_bars for each row execute function only_a_reason_is_erased();

create or replace trigger play_bar_lifts_only_erase_reasons
  before update on play_bar_lifts for each row execute function only_a_reason_is_erased();

create or replace trigger play_limits_only_erase_reasons
  before update on play_limits for each row execute function only_a_reason_is_erased();

create or replace trigger chat_mutes_only_erase_reasons
  before update on chat_mutes for each row execute function only_a_reason_is_erased();

create or replace trigger chat_unmutes_only_erase_reasons
  before update on chat_unmutes for each row execute function only_a_reason_is_erased();

-- Of a line of the staff's log an erasure takes the reason and its salt. Its digest stays.
create or replace function only_a_reason_is_taken()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.reason is not null or new.reason_salt is not null or old.reason_digest is null
     or to_jsonb(new) - array['reason', 'reason_salt'] <> to_jsonb(old) - array['reason', 'reason_salt']
     or not exists (
       select from erasures e
        where e.xmin = pg_current_xact_id()::xid and old.id = any(e.actions)) then
    raise exception 'table % is insert-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger staff_actions_only_lose_reasons
  before update on staff_actions
  for each row execute function only_a_reason_is_taken();

-- Erases the person, in all currencies. Money, bets, hands and limits stay as they are, under her
-- numbers. Reasons of before the digests stay: their hashes need them. Returns how many those are.
create or replace function erase_person(operator text, person text)
returns integer language plpgsql set search_path = public, pg_temp as $$
declare
  numbers text[] := array(
    select id::text from players where operator_id = operator and ref = person);
  messages text[] := array(
    select id::text from chat_messages where player_id = any(numbers::bigint[]));
  about bigint[] := array(
    select id from staff_actions
     where operation ~ '^(players|player|chat|support):' and operation <> 'players:erase'
       and reason is not null
       and (subject = operator || '/' || person
            or operation = 'chat:remove' and (subject = any(messages) or after ->> 'player' = any(numbers))
            or operation <> 'chat:remove' and subject = any(numbers)));
  kept integer;
begin
  insert into erasures (operator_id, ref, actions) values (operator, person, about);
  update players set name = 'erased', wallet_session = null where operator_id = operator and ref = person;
  update wallet_movements set session = null
   where operator_id = operator and player_id = any(numbers::bigint[]) and status in ('due', 'void') and session is not null;
  delete from wallet_notices where player_id = any(numbers::bigint[]);
  update launches set session = null where player_id = any(numbers::bigint[]) and session is not null;
  delete from player_preferences where player_id = any(numbers::bigint[]);
  delete from chat_messages where player_id = any(numbers::bigint[]);
  delete from support_messages where player_id = any(numbers::bigint[]);
  update chat_unmutes u set reason = 'erased' from chat_mutes m
   where u.mute_id = m.id and m.player_id = any(numbers::bigint[]);
  update chat_mutes set reason = 'erased' where player_id = any(numbers::bigint[]);
  update play_bar_lifts l set reason = 'erased' from play_bars b
   where l.bar_id = b.id and b.operator_id = operator and b.ref = person;
  update play_bars set reason = 'erased' where operator_id = operator and ref = person;
  update play_limits set reason = 'erased' where operator_id = operator and ref = person;
  update staff_actions set reason = null, reason_salt = null
   where id = any(about) and reason_digest is not null;
  select count(*) into kept from staff_actions
   where id = any(about) and reason_digest is null;
  return kept;
end $$;

revoke all on function erase_person(text, text) from public;
