-- Operators' wallets are asked for the stakes of a round before its cards are known (I1): a round
-- is closed with a debit for each stake of a player whose wallet is asked for each round, no card
-- is dealt while one of them is not decided, and what was not given is off the spots by then, or
-- goes back whole.

-- By the end of the transaction that closes the bets.
create or replace function stakes_are_asked_for()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare unasked record;
begin
  if not exists (select from operators where mode = 'seamless') then
    return null;
  end if;
  select coalesce(s.player_id, m.player_id) as player into unasked
    from (select b.player_id, sum(b.amount)::bigint as amount
            from bets b join players p on p.id = b.player_id join operators o on o.id = p.operator_id
           where b.game_number = new.game_number and o.mode = 'seamless' and p.currency <> 'XXX'
           group by 1 having sum(b.amount) > 0) as s
    full join (select player_id, amount from wallet_movements
                where game_number = new.game_number and kind = 'debit') as m using (player_id)
   where s.amount is distinct from m.amount
   limit 1;
  if found then
    raise exception 'the wallet of player % is not asked for the stakes of round %',
      unasked.player, new.game_number using errcode = 'SB080';
  end if;
  return null;
end $$;

create constraint trigger stakes_are_asked_for_at_the_close
  after update on rounds deferrable initially deferred
  for each row when (new.status = 'closed' and old.status = 'betting')
  execute function stakes_are_asked_for();

-- A round without such players has no debits: the look-up finds nothing. What lies is added up once
-- for all players, and only where somebody's stakes are void.
create or replace function stakes_are_decided()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from wallet_movements m
   where m.game_number = new.event_game_number and m.kind = 'debit' and m.status <> 'done'
     and (m.status = 'due' or m.player_id in (
           select b.player_id from bets b where b.game_number = new.event_game_number
            group by b.player_id having sum(b.amount) > 0));
  if found then
    raise exception 'round % has stakes that no wallet has given', new.event_game_number
      using errcode = 'SB081';
  end if;
  return null;
end $$;

create or replace trigger stakes_are_decided_before_cards
  after insert on table_events
  for each row when (new.kind = 'card_dealt')
  execute function stakes_are_decided();

-- What leaves the spots after the close: all that a player has there whose wallet did not give it,
-- with the event that says so. Each player is looked at once, however many spots are cleared, and
-- what lies in a round is added up once for all of them.
create or replace function void_stakes_leave_the_spots()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare wrong record;
begin
  if not exists (select from placed where kind = 'void') then
    return null;
  end if;
  with voided as materialized (
    select distinct player_id, game_number, seq from placed where kind = 'void'
  ), closed as materialized (
    select r.game_number, last.seq
      from (select distinct game_number from voided) as g join rounds r using (game_number)
      join lateral (select seq, kind, event_game_number from table_events
                     where table_id = r.table_id order by seq desc limit 1) as last
        on last.kind = 'stakes_taken' and last.event_game_number = r.game_number
     where r.status = 'closed'
  ), lying as materialized (
    select distinct player_id, game_number
      from (select b.player_id, b.game_number from bets b
             where b.game_number in (select game_number from voided)
             group by b.player_id, b.game_number, b.spot, b.mode having sum(b.amount) <> 0) as spot
  )
  select v.player_id, v.game_number into wrong from voided v
   where (v.game_number, v.seq) not in (select game_number, seq from closed)
      or (v.player_id, v.game_number) in (select player_id, game_number from lying)
      or not exists (
            select from wallet_movements m
             where m.game_number = v.game_number and m.player_id = v.player_id
               and m.kind = 'debit' and m.status in ('refused', 'void', 'cancelled'))
   limit 1;
  if found then
    raise exception 'stakes of player % in round % are not void', wrong.player_id,
      wrong.game_number using errcode = 'SB082';
  end if;
  return null;
end $$;

create or replace trigger void_stakes_leave_the_spots_whole
  after insert on bets referencing new table as placed
  for each statement execute function void_stakes_leave_the_spots();

-- Whose stakes lie in a round that no wallet has given: it was void before the wallets had
-- answered, or before they were asked.
create or replace function untaken_stakes(game bigint)
returns setof bigint language sql stable set search_path = public, pg_temp as $$
  select b.player_id
    from bets b join players p on p.id = b.player_id join operators o on o.id = p.operator_id
   where b.game_number = game and o.mode = 'seamless' and p.currency <> 'XXX'
     and not exists (select from wallet_movements m
           where m.game_number = game and m.player_id = b.player_id
             and m.kind = 'debit' and m.status = 'done')
   group by b.player_id having sum(b.amount) > 0
$$;

-- Whatever a correction makes of the round, of such a stake all goes back, and nothing is won.
create or replace function untaken_stakes_go_back()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare wrong record;
begin
  if not exists (select from operators where mode = 'seamless') then
    return null;
  end if;
  with untaken as materialized (
    select game_number, player_id
      from (select distinct game_number from added) as g, untaken_stakes(game_number) as player_id
  ), lying as materialized (
    select b.game_number, b.player_id, sum(b.amount) as stake
      from bets b where b.game_number in (select game_number from untaken)
     group by 1, 2
  )
  select a.game_number, a.player_id into wrong
    from added a join untaken using (game_number, player_id) join lying using (game_number, player_id)
   where a.paid <> lying.stake
   limit 1;
  if found then
    raise exception 'no wallet has given the stakes of player % in round %', wrong.player_id,
      wrong.game_number using errcode = 'SB085';
  end if;
  return null;
end $$;

create or replace trigger untaken_stakes_go_back_whole
  after insert on correction_payouts referencing new table as added
  for each statement execute function untaken_stakes_go_back();

-- What is advanced on a wallet that is asked round by round is staked in a hand only where the
-- wallet has given just that for just this action.
create or replace function hands_are_not_advanced()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare player bigint;
begin
  if not exists (select from operators where mode = 'seamless') then
    return null;
  end if;
  select placed.player_id into player
    from placed join players p on p.id = placed.player_id join operators o on o.id = p.operator_id
   where placed.taken > 0 and o.mode = 'seamless' and p.currency <> 'XXX'
     and not exists (select from wallet_movements m
           where m.operator_id = o.id and m.movement_id = 'hand.' || placed.player_id || '.' || placed.command_id || '.debit'
             and m.hand_number = placed.hand_number and m.amount = placed.taken and m.stake_use = 'played')
   limit 1;
  if found then
    raise exception 'the wallet of player % has not given the stake', player using errcode = 'SB084';
  end if;
  return null;
end $$;

create or replace trigger steps_are_not_advanced
  after insert on solo_steps referencing new table as placed
  for each statement execute function hands_are_not_advanced();

-- A round that has ended owes its wallets nothing that is not in the journal.
create or replace function rounds_give_back()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare owed record;
begin
  select m.player_id into owed from wallet_movements m
   where m.game_number = new.game_number and m.kind = 'debit' and m.status = 'done'
     and not exists (select from wallet_movements c
       where c.game_number = m.game_number and c.player_id = m.player_id and c.kind = 'credit')
   limit 1;
  if found then
    raise exception 'round % ends without a credit for player %', new.game_number, owed.player_id
      using errcode = 'SB083';
  end if;
  return null;
end $$;

create or replace trigger rounds_give_back_at_their_end
  after update on rounds
  for each row when (new.status in ('settled', 'refunded') and old.status <> new.status)
  execute function rounds_give_back();

-- By the end of the transaction: a hand that is over owes the wallet that gave its stakes nothing
-- that is not in the journal. The hands of a batch are looked at once, with its row of the log.
create or replace function hands_give_back()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare owed text;
begin
  if not exists (select from operators where mode = 'seamless') then
    return null;
  end if;
  select d.movement_id into owed
    from solo_steps s join solo_hands h using (hand_number)
    join wallet_movements d on d.hand_number = h.hand_number and d.stake_use = 'played'
   where s.chain = new.chain and s.seq = new.seq and h.status = 'over'
     and not exists (select from wallet_movements g
       where g.hand_number = h.hand_number and g.operator_id = d.operator_id
         and g.movement_id = 'hand.' || h.player_id || '.' || h.hand_number || '.credit'
         and g.kind = 'credit' and g.amount = h.paid)
   limit 1;
  if found then
    raise exception 'a hand ends without what % is due', owed using errcode = 'SB086';
  end if;
  return null;
end $$;

create constraint trigger hands_give_back_at_their_end
  after insert on solo_log deferrable initially deferred
  for each row execute function hands_give_back();

-- Nor does one that is void: each stake of a hand in play is cancelled, and of one that was over
-- the difference goes back.
create or replace function void_hands_give_back()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare owed text;
begin
  select d.movement_id into owed from wallet_movements d
   where d.hand_number = new.hand_number and d.stake_use = 'played'
     and not (old.status = 'over' and new.taken = new.paid)
     and not exists (select from wallet_movements g
       where g.hand_number = d.hand_number and g.operator_id = d.operator_id
         and (g.movement_id, g.kind, g.amount) = (
           case when old.status = 'over' then 'hand.' || d.player_id || '.' || d.hand_number || '.adjust.1'
                else d.movement_id || '.cancel' end,
           case when old.status = 'over' then 'adjust' else 'credit' end,
           case when old.status = 'over' then new.taken - new.paid else d.amount end))
   limit 1;
  if found then
    raise exception 'hand % is void without what % is due', new.hand_number, owed
      using errcode = 'SB086';
  end if;
  return null;
end $$;

create constraint trigger void_hands_give_back_at_their_end
  after update of status on solo_hands deferrable initially deferred
  for each row when (new.status = 'void' and old.status <> 'void')
  execute function void_hands_give_back();

-- Whether each wallet is asked for what the correction has changed of a stake that it gave. Seen
-- with the owner's rights: a correction that is paid ends, whatever the application may read.
create or replace function wallets_are_adjusted(game bigint, correction int)
returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select not exists (
    select from correction_payouts c
      join wallet_movements d on d.game_number = c.game_number and d.player_id = c.player_id
       and d.kind = 'debit' and d.status = 'done'
     where c.game_number = game and c.ordinal = correction and c.paid <> c.was
       and not exists (select from hand_pays h
             where h.game_number = c.game_number and h.player_id = c.player_id and h.ordinal = c.ordinal)
       and not exists (select from wallet_movements a
             where a.game_number = c.game_number and a.player_id = c.player_id and a.kind = 'adjust'
               and a.movement_id = 'round.' || game || '.' || c.player_id || '.adjust.' || correction))
$$;

-- A correction that has ended owes them nothing either.
create or replace function corrections_give_back()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not wallets_are_adjusted(new.game_number, new.ordinal) then
    raise exception 'correction % of round % ends without what it changed at a wallet', new.ordinal, new.game_number
      using errcode = 'SB083';
  end if;
  return null;
end $$;
create or replace trigger corrections_give_back_at_their_end
  after update on corrections
  for each row when (new.finished_seq is not null and old.finished_seq is null)
  execute function corrections_give_back();
