-- No bet after the close (I1): a round that is closed, or was never opened, takes no bets. A round
-- that is closed stays closed. What an operator's wallet did not give leaves the spots after the
-- close: stakes-are-taken.sql.

-- The round stays as it is until the bets are committed, so that no close comes in between.
create or replace function bets_come_before_the_close()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare game bigint;
begin
  for game in select distinct game_number from placed where kind <> 'void' loop
    perform 1 from rounds where game_number = game and status = 'betting' for share;
    if not found then
      raise exception 'round % takes no bets', game using errcode = 'SB005';
    end if;
  end loop;
  return null;
end $$;

create or replace trigger bets_before_the_close
  after insert on bets referencing new table as placed
  for each statement execute function bets_come_before_the_close();

create or replace function round_stays_closed()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'round % was closed by event %', old.game_number, old.closed_seq
    using errcode = 'SB007';
end $$;

create or replace trigger rounds_stay_closed
  before update on rounds
  for each row
  when (new.closed_seq is distinct from old.closed_seq and old.closed_seq is not null)
  execute function round_stays_closed();
