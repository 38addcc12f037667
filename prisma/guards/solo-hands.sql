-- A hand of a solo game goes one way: committed, in play, over. What was committed to stays, and
-- every step of it is in the log of its game and day (I2, I4, I9).

-- What a hand was opened with never changes, and what its player gave with the stakes is given
-- once. No hand goes back, and none goes on when it is over, but that it may be voided. Only a void
-- changes a hand that takes no step, and leaves where it was, what it took and what it paid.
create or replace function hand_goes_on()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.hand_number, new.player_id, new.game, new.rules, new.commitment, new.sealed, new.created_at)
       is distinct from
     (old.hand_number, old.player_id, old.game, old.rules, old.commitment, old.sealed, old.created_at)
     or (old.status <> 'committed'
         and (new.player_seed, new.cut) is distinct from (old.player_seed, old.cut))
     or (old.opening is not null and new.opening is distinct from old.opening)
     or new.status < old.status or new.step < old.step or new.taken < old.taken then
    raise exception 'hand % does not go back', old.hand_number using errcode = 'SB050';
  end if;
  if old.status in ('over', 'void')
     and (new.status is distinct from 'void'
          or (new.step, new.taken, new.paid, new.ended_at)
             is distinct from (old.step, old.taken, old.paid, old.ended_at)) then
    raise exception 'hand % is over', old.hand_number using errcode = 'SB050';
  end if;
  -- Of a hand from before a restore the other trigger says so.
  if new.status = 'void'
     and (new.step, new.taken, new.paid) is distinct from (old.step, old.taken, old.paid)
     or new.status <> 'void' and new.step = old.step
     and new.hand_number > last_hand_before() then
    raise exception 'hand % does not stand as its steps say', old.hand_number
      using errcode = 'SB055';
  end if;
  return new;
end $$;

create or replace trigger solo_hands_go_on
  before update on solo_hands
  for each row execute function hand_goes_on();

-- Each hand is a player's, for good: a player's accounts keep her from being deleted. It stands in
-- for a foreign key, which costs a batch five times as much and locks each player's row. Each hand
-- looks up its own player, however many players there are.
create or replace function hands_are_of_players()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare wrong bigint;
begin
  select o.hand_number into wrong from opened o
   where (select p.id from players p where p.id = o.player_id) is null
   limit 1;
  if found then
    raise exception 'hand % is of no player', wrong using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace trigger solo_hands_are_of_players
  after insert on solo_hands referencing new table as opened
  for each statement execute function hands_are_of_players();

-- A step is the next one of its hand: its player's, after the last, and the hand stands where it
-- ended. The batch that it is of is written to the log in the same transaction, and nothing comes
-- into an earlier one: whatever is looked at with the row of a batch is looked at for each step.
create or replace function steps_are_of_their_hands()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare wrong bigint;
begin
  select p.hand_number into wrong from played p left join solo_hands h using (hand_number)
   where h.hand_number is null or h.player_id <> p.player_id or h.step <> p.step_after
      or h.status = 'committed'
      or p.step_after <= case when p.ordinal = 1 then 0 else coalesce((
           select b.step_after from solo_steps b
            where b.hand_number = p.hand_number and b.ordinal = p.ordinal - 1), p.step_after) end
   limit 1;
  if found then
    raise exception 'hand % has no such step', wrong using errcode = 'SB051';
  end if;
  select p.hand_number into wrong
    from (select chain, seq, min(hand_number) as hand_number from played group by 1, 2) as p
   where not exists (select from solo_log l
     where l.chain = p.chain and l.seq = p.seq and l.xmin = pg_current_xact_id()::xid)
   limit 1;
  if found then
    raise exception 'a step of hand % is of no batch that is written now', wrong
      using errcode = 'SB052';
  end if;
  return null;
end $$;

create or replace trigger solo_steps_are_of_their_hands
  after insert on solo_steps referencing new table as played
  for each statement execute function steps_are_of_their_hands();

-- The text that the digest of a batch is made of, for whoever writes the batch and for whoever
-- proves it. The digest is the SHA-256, in hexadecimal digits, of the texts of the batch's steps in
-- the order of the hands' numbers, joined by line feeds. It is stable, as `concat_ws` is: said to
-- be immutable it would be called for each step, and not become a part of the statement.
create or replace function solo_step_text(hand_number bigint, commitment bytea, ordinal int,
  player_id bigint, command_id uuid, command text, events text, step_after int, taken bigint,
  paid bigint, balance_after bigint)
returns text language sql stable parallel safe as $$
  select concat_ws('|', hand_number, encode(commitment, 'hex'), ordinal, player_id, command_id,
    command, events, step_after, taken, paid, balance_after)
$$;

-- The hash that chains the log of a game and day: over the previous hash and every column.
create or replace function solo_log_hash(previous bytea, chain text, seq bigint, at_ms bigint,
  payload text)
returns bytea language sql immutable parallel safe as $$
  select sha256(previous || convert_to(concat_ws('|', chain, seq, at_ms, payload), 'UTF8'))
$$;

-- Each batch follows the last of its chain: next number, the right hash.
create or replace function solo_log_follows()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last record;
begin
  select seq, hash into last from solo_log where chain = new.chain order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 then
    raise exception 'chain % expects batch %, not %', new.chain, coalesce(last.seq, 0) + 1, new.seq
      using errcode = 'SB052';
  end if;
  if new.hash <> solo_log_hash(coalesce(last.hash, ''::bytea), new.chain, new.seq, new.at_ms,
    new.payload) then
    raise exception 'chain %: batch % breaks the hash chain', new.chain, new.seq
      using errcode = 'SB053';
  end if;
  return new;
end $$;

create or replace trigger solo_log_follows
  before insert on solo_log
  for each row execute function solo_log_follows();

-- A hand goes on by steps alone, and says of them what they say: where they have brought it, what
-- they took and what they paid. A void adds none, so that a hand whose row is damaged can be
-- voided, too. Of a hand from before a restore nothing else becomes.
create or replace function hands_follow_their_steps()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare wrong bigint;
begin
  select a.hand_number into wrong from hands_after a
   where a.status <> 'void' and a.hand_number <= (select last_hand_before()) limit 1;
  if found then
    raise exception 'hand % was begun before the database was restored', wrong
      using errcode = 'SB056';
  end if;
  -- Each hand looks up its own steps: a join of what was changed with what it was before costs a
  -- batch of 500 a quarter of a million comparisons.
  select a.hand_number into wrong
    from hands_after a
   cross join lateral (
     select coalesce(max(s.step_after), 0) as step, coalesce(sum(s.taken), 0) as taken,
            coalesce(sum(s.paid), 0) as paid
       from solo_steps s where s.hand_number = a.hand_number) as stepped
   where a.status <> 'void'
     and (a.step, a.taken, a.paid) <> (stepped.step, stepped.taken, stepped.paid)
   limit 1;
  if found then
    raise exception 'hand % does not stand as its steps say', wrong using errcode = 'SB055';
  end if;
  return null;
end $$;

create or replace trigger solo_hands_follow_their_steps
  after update on solo_hands referencing new table as hands_after
  for each statement execute function hands_follow_their_steps();
