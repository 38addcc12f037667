-- What was written in chat and support is kept for 90 days, and may be deleted after that.

-- How long what is written is kept: it may be deleted from this instant backwards.
create or replace function chat_kept_since()
returns timestamptz language sql stable as $$ select studio_now() - interval '90 days' $$;

-- Nobody deletes what is younger, not even the owner of the table, but to erase who wrote it.
create or replace function chat_is_kept()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.at > chat_kept_since()
     and is_player_being_erased((to_jsonb(old) ->> 'player_id')::bigint) is not true then
    raise exception 'a row of % is kept for 90 days', tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create or replace trigger chat_messages_are_kept
  before delete on chat_messages
  for each row execute function chat_is_kept();

create or replace trigger chat_unmutes_are_kept
  before delete on chat_unmutes
  for each row execute function chat_is_kept();

create or replace trigger support_messages_are_kept
  before delete on support_messages
  for each row execute function chat_is_kept();

-- A removal is kept as long as its message: it is deleted with the message, and not before.
create or replace function chat_removal_is_kept()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from chat_messages where id = old.message_id) then
    raise exception 'message % is still there', old.message_id
      using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create or replace trigger chat_removals_are_kept
  before delete on chat_removals
  for each row execute function chat_removal_is_kept();

-- So is what was noted upon a thread of support, with the message that was the last one then.
create or replace function support_note_is_kept()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from support_messages where id = old.message_id) then
    raise exception 'message % is still there', old.message_id
      using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create or replace trigger support_notes_are_kept
  before delete on support_notes
  for each row execute function support_note_is_kept();

-- A mute is kept for 90 days from its end. A mute for good ends when it is lifted.
create or replace function chat_mute_end(mute bigint, until timestamptz)
returns timestamptz language sql stable as $$
  select least(until, (select at from chat_unmutes where mute_id = mute), 'infinity')
$$;

create or replace function chat_mute_is_kept()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if chat_mute_end(old.id, old.until) > chat_kept_since() then
    raise exception 'a row of % is kept for 90 days', tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create or replace trigger chat_mutes_are_kept
  before delete on chat_mutes
  for each row execute function chat_mute_is_kept();

-- Deletes what is older than 90 days, at most `batch` rows of each kind, and returns how many
-- messages and mutes were deleted. It is the only way in which the application can delete any of
-- it. What another process deletes at the same time is left to that process.
create or replace function forget_chat(batch integer)
returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare gone integer; total integer := 0;
begin
  delete from chat_messages where id in (
    select id from chat_messages where at <= chat_kept_since()
      order by at limit batch for update skip locked);
  get diagnostics gone = row_count;
  total := total + gone;
  delete from support_messages where id in (
    select id from support_messages where at <= chat_kept_since()
      order by at limit batch for update skip locked);
  get diagnostics gone = row_count;
  total := total + gone;
  delete from chat_mutes where id in (
    select id from chat_mutes m where at <= chat_kept_since()
      and chat_mute_end(m.id, m.until) <= chat_kept_since()
     order by id limit batch for update skip locked);
  get diagnostics gone = row_count;
  return total + gone;
end $$;

revoke all on function forget_chat(integer) from public;
grant execute on function forget_chat(integer) to sabot_app;
