-- Nothing more is noted on a closed incident. Of each kind, one incident is open for a table and
-- round, or for a solo game.

-- A closed incident takes no more notes.
create or replace function incident_is_open()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- The incident is not closed between the moment when `open_incident` finds it open and the moment
  -- when it notes there that the table has reported the same fault again.
  if new.kind = 'closed' then
    perform pg_advisory_xact_lock(hashtextextended('incident of ' || table_id, 0))
       from incidents where id = new.incident_id;
  end if;
  if exists (
    select from incident_notes where incident_id = new.incident_id and kind = 'closed'
  ) then
    raise exception 'incident % is closed', new.incident_id using errcode = 'SB020';
  end if;
  return new;
end $$;

create or replace trigger incident_notes_come_before_the_closing
  before insert on incident_notes
  for each row execute function incident_is_open();

create or replace function note_open_incident()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into open_incidents (incident_id, table_id, game_number, kind)
  values (new.id, new.table_id, new.game_number, new.kind);
  return null;
end $$;

create or replace trigger incidents_are_open
  after insert on incidents
  for each row execute function note_open_incident();

create or replace function note_closed_incident()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from open_incidents where incident_id = new.incident_id;
  return null;
end $$;

create or replace trigger incident_notes_close
  after insert on incident_notes
  for each row
  when (new.kind = 'closed')
  execute function note_closed_incident();

-- Opens an incident where none of this kind is open for this table and round, and returns its
-- number. Where one is open, returns null: a report that came after it is noted there, with who
-- reported it.
create or replace function open_incident(p_table text, p_game bigint, p_kind text, p_detail text,
  p_by text, p_seq bigint, p_at timestamptz, p_evidence jsonb)
returns bigint language plpgsql as $$
declare
  opened bigint;
  before incidents%rowtype;
begin
  perform pg_advisory_xact_lock(hashtextextended('incident of ' || p_table, 0));
  select i.* into before from open_incidents o join incidents i on i.id = o.incident_id
   where o.table_id = p_table and o.kind = p_kind
     and (o.game_number = p_game or (o.game_number is null and p_game is null));
  if found then
    -- One command may report a fault in several events: they are one incident. So is a fault that
    -- is reported again while the table has not moved since.
    if p_seq > before.opened_seq and p_at > before.opened_at and not exists (
      select from incident_notes n
       where n.incident_id = before.id and n.kind = 'again'
         and n.xmin = pg_current_xact_id()::xid) then
      insert into incident_notes (incident_id, kind, by, text)
      values (before.id, 'again',
        coalesce((select id from staff where id = p_by), 'studio'), p_detail);
    end if;
    return null;
  end if;
  insert into incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at,
    evidence)
  values (p_table, p_game, p_kind, p_detail, p_by, p_seq, p_at, p_evidence)
  returning id into opened;
  return opened;
end $$;

-- A solo game is closed to somebody: opens the game's incident where none is open, and notes the
-- hand that cannot be dealt, once. The game stands where others name their table.
create or replace function note_closed_game(p_game text, p_cause text, p_hand bigint)
returns void language plpgsql as $$
declare
  incident bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('incident of ' || p_game, 0));
  select incident_id into incident from open_incidents
   where table_id = p_game and kind = 'game_closed';
  if not found then
    insert into incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at,
      evidence)
    values (p_game, null, 'game_closed', p_cause, 'studio', 0, studio_now(), '{}')
    returning id into incident;
  end if;
  if p_hand is not null and not p_hand = any(hands_of_incident(incident)) then
    insert into incident_notes (incident_id, kind, by, text)
    values (incident, 'again', 'studio', p_hand);
  end if;
end $$;

-- The hands that cannot be dealt, in the order in which they were noted.
create or replace function hands_of_incident(p_incident bigint)
returns bigint[] language sql stable as $$
  select coalesce(array_agg(text::bigint order by n.id), '{}')
    from incident_notes n join incidents i on i.id = n.incident_id
   where n.incident_id = p_incident and i.kind = 'game_closed' and n.kind = 'again'
$$;
