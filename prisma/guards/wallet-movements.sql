-- Money of operators' wallets (I4): a movement is asked for before anything is said of it, and goes
-- one way. What is done has moved what it says, as a wallet has signed it. What ends by hand is a
-- case that two persons settled, and a stake of a hand is used once.

-- What is open has the session that its player had when it was asked for: a repeat says what the
-- first try has said, whatever the player has launched since.
create or replace function wallet_movement_has_a_session()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.status <> 'due' or new.ended_at is not null then
    raise exception 'movement % of % is % before its wallet was asked', new.movement_id,
      new.operator_id, new.status using errcode = 'SB062';
  end if;
  select wallet_session into new.session from players where id = new.player_id;
  return new;
end $$;

create or replace trigger wallet_movements_have_sessions
  before insert on wallet_movements
  for each row execute function wallet_movement_has_a_session();

-- What is of a hand keeps the hand's game, since a hand that nobody has staked on may be taken back
-- before its stake is. All is found by keys, also where the tables were small when a session
-- planned it.
create or replace function wallet_movement_has_a_solo_game()
returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  new.solo_game := coalesce(
    (select game from solo_hands where hand_number = new.hand_number),
    (select solo_game from wallet_movements
      where hand_number = new.hand_number and solo_game is not null limit 1));
  return new;
end $$;

create or replace trigger wallet_movements_have_solo_games
  before insert on wallet_movements
  for each row when (new.hand_number is not null)
  execute function wallet_movement_has_a_solo_game();

-- What was asked for by a version that did not write the game down gets it from the hand that is
-- taken back.
create or replace function hand_leaves_its_game()
returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  update wallet_movements set solo_game = old.game
   where hand_number = old.hand_number and solo_game is null;
  return old;
end $$;

create or replace trigger solo_hands_leave_their_games
  before delete on solo_hands
  for each row execute function hand_leaves_its_game();

create or replace function wallet_movement_goes_one_way()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- The session goes with the end, or with the erasure of a person.
  if new.ended_at is not null then
    new.session := null;
  end if;
  -- The game of its hand is written down once.
  if old.solo_game is null and new.hand_number is not null
     and to_jsonb(new) - 'solo_game' = to_jsonb(old) - 'solo_game' then
    return new;
  end if;
  -- What a wallet gave for an action of a hand is played by it, or goes back.
  if new.stake_use is distinct from old.stake_use and old.stake_use is null and old.status = 'done'
     and to_jsonb(new) - 'stake_use' = to_jsonb(old) - 'stake_use' then
    return new;
  end if;
  if (new.id, new.operator_id, new.movement_id, new.kind, new.player_id, new.amount, new.key, new.asked_at, new.game_number,
      new.hand_number, new.solo_game, new.stake_use, new.tip_dealer, new.tip_table)
     is distinct from
     (old.id, old.operator_id, old.movement_id, old.kind, old.player_id, old.amount, old.key, old.asked_at, old.game_number,
      old.hand_number, old.solo_game, old.stake_use, old.tip_dealer, old.tip_table)
     or old.ended_at is not null
     or (new.session is not null and new.session is distinct from old.session)
     or (new.status in ('done', 'refused', 'cancelled')
       and num_nulls(new.kid, new.signed, new.signature, new.body) > 0)
     or not (new.status = old.status
       or (old.kind = 'debit' and old.status = 'due' and new.status in ('done', 'refused', 'void'))
       or (old.kind = 'debit' and old.status = 'void' and new.status = 'cancelled')
       or (old.kind in ('credit', 'adjust', 'tip') and old.status = 'due' and new.status = 'done')
       or (new.status = 'by_hand' and (old.kind, old.status) in (('credit', 'due'), ('adjust', 'due'), ('tip', 'due'), ('debit', 'void')))) then
    raise exception 'movement % of % goes from % to %', old.movement_id, old.operator_id,
      old.status, new.status using errcode = 'SB062';
  end if;
  return new;
end $$;

create or replace trigger wallet_movements_go_one_way
  before update on wallet_movements
  for each row execute function wallet_movement_goes_one_way();

create or replace trigger wallet_movements_are_kept
  before delete or truncate on wallet_movements
  for each statement execute function refuse_change();

-- By the end of the transaction. What the wallet gave is in the game account once the wallet has
-- said so, and not before; so is what a correction was to take from it, and two persons have
-- settled by hand. What it is given has left the game account when it is asked for. Of a
-- round, a hand or a tip it is the player's account of what was advanced, instead of the game
-- account. A tip of what a session has brought moves nothing: the wallet gave that before. All is
-- found by keys, also where the tables were small when a session planned it.
create or replace function wallet_movement_moves_money()
returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  moved bigint;
  due bigint;
  account text := case when coalesce(new.game_number::text, new.hand_number::text, new.tip_dealer) is null then 'game' else 'advance' end;
begin
  perform from players where id = new.player_id and operator_id = new.operator_id;
  if not found then
    raise exception 'movement % of % is not of its player', new.movement_id, new.operator_id
      using errcode = 'SB062';
  end if;
  if (new.kind = 'tip' or (new.tip_dealer is not null and new.status = 'done')) and not exists (select from tips t
       where t.player_id = new.player_id and t.amount = new.amount
         and (new.tip_dealer is null or (t.dealer, t.table_id) = (new.tip_dealer, new.tip_table))
         and new.movement_id = 'tip.' || t.player_id || '.' || t.key and new.key = t.key::text) then
    raise exception 'movement % of % is of no tip', new.movement_id, new.operator_id
      using errcode = 'SB062';
  end if;
  if new.status = 'by_hand' and not exists (select from wallet_cases c
       where c.operator_id = new.operator_id and c.movement_id = new.movement_id
         and c.ended_as = 'by_hand') then
    raise exception 'movement % of % is settled by nobody', new.movement_id, new.operator_id
      using errcode = 'SB062';
  end if;
  select sum(case when s.kind = 'outside' and d.kind::text = account and d.player_id = new.player_id and e.kind = 'deposit'
                  then p.amount
                  when d.kind = 'outside' and s.kind::text = account and s.player_id = new.player_id and e.kind = 'withdrawal'
                  then -p.amount end)
    into moved
    from entries e join postings p on p.entry_id = e.id
    join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
   where e.key = 'wallet:' || new.operator_id || ':' || new.movement_id;
  select case when kind = 'tip' then null when kind = 'credit' or (kind = 'adjust' and amount > 0) then nullif(-amount, 0)
              when status = 'done' or (kind = 'adjust' and status = 'by_hand') then abs(amount) end
    into due from wallet_movements where id = new.id;
  if moved is distinct from due then
    raise exception 'movement % of % has moved %', new.movement_id, new.operator_id, moved
      using errcode = 'SB062';
  end if;
  return null;
end $$;

create constraint trigger wallet_movements_move_money
  after insert or update of status on wallet_movements deferrable initially deferred
  for each row execute function wallet_movement_moves_money();

-- By the end of the transaction: the step of the action is there, or the stake is on its way back.
create or replace function hand_stake_is_used()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.stake_use = 'undone' then
    perform from wallet_movements c
      where c.operator_id = new.operator_id and c.movement_id = new.movement_id || '.cancel'
        and c.kind = 'credit' and c.amount = new.amount and c.hand_number = new.hand_number;
  else
    perform from solo_steps s
      where s.hand_number = new.hand_number and s.player_id = new.player_id and s.taken = new.amount
        and new.movement_id = 'hand.' || s.player_id || '.' || s.command_id || '.debit';
  end if;
  if not found then
    raise exception 'the stake % of % is not %', new.movement_id, new.operator_id, new.stake_use
      using errcode = 'SB062';
  end if;
  return null;
end $$;

create constraint trigger hand_stakes_are_used
  after update of stake_use on wallet_movements deferrable initially deferred
  for each row execute function hand_stake_is_used();
