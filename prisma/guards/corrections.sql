-- A correction is of a round that has ended, under the approval that its event used, one at a time.
-- Each of its parts is paid once and whole (I3, I4, I12).

create or replace function correction_is_ordered()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform 1 from approval_uses u join approvals a on a.id = u.approval_id
    where a.id = new.approval_id and u.seq = new.ordered_seq
      and a.game_number = new.game_number and a.kind::text = new.fix
      and a.subject ->> 'coup' is not distinct from new.coup
      and a.subject ->> 'player' is not distinct from new.player_id::text;
  if not found then
    raise exception 'correction % of round % is not approved', new.ordinal, new.game_number
      using errcode = 'SB015';
  end if;
  perform 1 from rounds where game_number = new.game_number and status in ('settled', 'refunded')
    and new.ordinal = 1 + (select count(*) from corrections where game_number = new.game_number);
  if not found or new.finished_seq is not null then
    raise exception 'round % takes no correction %', new.game_number, new.ordinal
      using errcode = 'SB013';
  end if;
  return new;
end $$;

create or replace trigger corrections_are_ordered
  before insert on corrections
  for each row execute function correction_is_ordered();

-- A correction has ended when all its chunks are paid, once.
create or replace function correction_is_finished()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.finished_seq is not null
    or (to_jsonb(new) - 'finished_seq') <> (to_jsonb(old) - 'finished_seq') then
    raise exception 'correction % of round % stays as it is', old.ordinal, old.game_number
      using errcode = 'restrict_violation';
  end if;
  if (select count(*) from correction_chunks
       where game_number = new.game_number and ordinal = new.ordinal) <> new.chunks then
    raise exception 'correction % of round % is not paid', new.ordinal, new.game_number
      using errcode = 'SB016';
  end if;
  return new;
end $$;

create or replace trigger corrections_are_finished
  before update on corrections
  for each row execute function correction_is_finished();

-- Only a correction that is ordered and not finished is paid.
create or replace function correction_is_in_hand()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform 1 from corrections
    where game_number = new.game_number and ordinal = new.ordinal and finished_seq is null
      and new.chunk >= 0 and new.chunk < chunks for share;
  if not found then
    raise exception 'part % of correction % of round % is not due',
      new.chunk, new.ordinal, new.game_number using errcode = 'SB016';
  end if;
  return new;
end $$;

create or replace trigger correction_chunks_are_due
  before insert on correction_chunks
  for each row execute function correction_is_in_hand();

-- A part of a correction comes with the rows of its players, and says of them what is true: their
-- stakes, what they had from the round and, where that does not depend on the cards, what they have
-- now. A false part would take the place of the payment.
create or replace function correction_chunk_is_recorded()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  correction record;
  due record;
  moved record;
  slices bigint[];
begin
  select * into correction from corrections
    where game_number = new.game_number and ordinal = new.ordinal;
  slices := slices_of(new.chunk, correction.chunks);
  with lying as (
    select player_id, sum(amount) as stake from bets
     where game_number = new.game_number and player_id % 60 = any (slices)
       and case when player_id % correction.chunks = new.chunk then true end
     group by player_id having sum(amount) > 0
  ), standing as (
    select lying.*, coalesce(
      (select p.paid from correction_payouts p
        where p.game_number = new.game_number and p.player_id = lying.player_id
          and p.ordinal < new.ordinal order by p.ordinal desc limit 1),
      (select p.paid from payouts p
        where p.game_number = new.game_number and p.player_id = lying.player_id), 0) as was
      from lying
  )
  select coalesce(sum(stake), 0) as stakes, coalesce(sum(was), 0) as was,
         coalesce(sum(case when correction.fix = 'void' or player_id = correction.player_id
           then stake else was end), 0) as paid
    into due from standing;
  select count(*) as players, coalesce(sum(paid - was), 0) as change,
         coalesce(sum(shortfall), 0) as shortfall
    into moved from correction_payouts
   where game_number = new.game_number and ordinal = new.ordinal
     and player_id % correction.chunks = new.chunk;
  if (new.stakes, new.was, new.players, new.paid - new.was, new.shortfall)
     <> (due.stakes, due.was, moved.players, moved.change, moved.shortfall)
     or (correction.fix <> 'resettle' and new.paid <> due.paid) then
    raise exception 'part % of correction % of round % is not what its players have',
      new.chunk, new.ordinal, new.game_number using errcode = 'SB018';
  end if;
  return null;
end $$;

create or replace trigger correction_chunks_are_recorded
  after insert on correction_chunks
  for each row execute function correction_chunk_is_recorded();

-- What a part of a correction changed: all of it at once, as much as the part says, and starting
-- from what each player had, by the last correction or by the payment of the round.
create or replace function correction_payouts_are_of_a_part()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from (
      select l.game_number, l.ordinal, l.player_id % c.chunks as chunk, count(*) as players,
        sum(l.shortfall) as shortfall, sum(l.paid - l.was) as change
        from added l
        left join corrections c on c.game_number = l.game_number and c.ordinal = l.ordinal
         and c.finished_seq is null
       group by 1, 2, 3) as part
     where not exists (
       select from correction_chunks k
        where k.game_number = part.game_number and k.ordinal = part.ordinal
          and k.chunk = part.chunk and k.xmin = pg_current_xact_id()::xid
          and k.players = part.players and k.shortfall = part.shortfall
          and k.paid - k.was = part.change)
  ) then
    raise exception 'what was corrected belongs to no part of a correction in hand'
      using errcode = 'SB018';
  end if;
  if exists (
    select from added l
     where l.was <> coalesce(
       (select p.paid from correction_payouts p
         where p.game_number = l.game_number and p.player_id = l.player_id
           and p.ordinal < l.ordinal order by p.ordinal desc limit 1),
       (select p.paid from payouts p
         where p.game_number = l.game_number and p.player_id = l.player_id), 0)
  ) then
    raise exception 'what was corrected is not what was paid' using errcode = 'SB018';
  end if;
  return null;
end $$;

create or replace trigger correction_payouts_are_of_a_part
  after insert on correction_payouts referencing new table as added
  for each statement execute function correction_payouts_are_of_a_part();
