-- Tips (I4): what is given to the dealer of a table who deals there, within what the table allows,
-- from the player's own session, once, and by nobody who may not play. Where an operator's wallet
-- gave the session's credit, it hears of the tip; where it has the money, it is asked before, and
-- what it gives for the tip is the dealer's.

-- Whether a wallet of an operator's gives the player's sessions their credit.
create or replace function session_is_of_a_wallet(p_player bigint)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from players p join operators o on o.id = p.operator_id
                  where p.id = p_player and o.mode = 'session' and p.currency <> 'XXX')
$$;

-- Who deals at the table now, as its log says. Null where nobody does.
create or replace function dealer_at(p_table text)
returns text language sql stable set search_path = public, pg_temp as $$
  select case when e.kind <> 'table_closed' then event_json(e.payload) ->> 'dealer' end
    from table_events e
   where e.table_id = p_table and e.kind in ('table_opened', 'dealer_changed', 'table_closed')
   order by e.seq desc limit 1
$$;

-- The settings by which bets are taken at the table now. Its row has those from the next round on:
-- where a change of them waits for that, its log says what holds until then.
create or replace function settings_in_force(p_table text)
returns jsonb language sql stable set search_path = public, pg_temp as $$
  with held as (
    select greatest(
        (select max(seq) from table_events where table_id = p_table and kind = 'table_opened'),
        (select max(seq) from table_events where table_id = p_table and kind = 'betting_opened')
      ) as began,
      (select max(seq) from table_events
        where table_id = p_table and kind = 'settings_changed') as changed
  )
  select coalesce(
    (select event_json(e.payload)::jsonb -> 'settings' from held, table_events e
      where changed > began and e.table_id = p_table and e.seq <= began
        and e.kind in ('table_opened', 'settings_changed') order by e.seq desc limit 1),
    (select settings from tables where id = p_table))
$$;

-- Whether tips in the currency are taken at the table, which is where bets in it are, and the most
-- that one of them may be. That holds at once. A currency that the table will no longer take keeps
-- what it has until then.
create or replace function tips_at(
  p_table text, p_currency text, out is_taken boolean, out tip_max bigint)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  held jsonb := settings_in_force(p_table);
  next jsonb := (select settings from tables where id = p_table);
begin
  is_taken := held ->> 'currency' = p_currency
    or coalesce(jsonb_typeof(held -> 'further' -> p_currency) = 'object', false);
  tip_max := case
    when not is_taken or next ->> 'currency' = p_currency then next ->> 'tipMax'
    when jsonb_typeof(next -> 'further' -> p_currency) = 'object'
      then next -> 'further' -> p_currency ->> 'tipMax'
    else held -> 'further' -> p_currency ->> 'tipMax' end;
end $$;

-- Raises what there is against it. A wallet that has the money is asked first: looked at then.
create or replace function check_tip(p_player bigint, p_table text, p_dealer text, p_amount bigint, is_asked boolean)
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  held record;
  why text;
begin
  select at.* into held from players p, tips_at(p_table, p.currency) as at where p.id = p_player;
  perform from players p join operators o on o.id = p.operator_id
    where p.id = p_player
      and case when o.mode = 'seamless' and p.currency <> 'XXX' then is_asked else not is_asked end
      and (o.mode = 'transfer' or p.currency = 'XXX' or o.policy -> 'takesTips' = 'true');
  if not found or not held.is_taken or held.tip_max is null or p_amount > held.tip_max
     or p_dealer is distinct from dealer_at(p_table) then
    raise exception 'a tip of player % at table % may not be given', p_player, p_table
      using errcode = 'SB095';
  end if;
  why := stake_refusal(p_player, p_amount);
  if why is not null then
    raise exception 'player % may give no tip: %', p_player, why using errcode = 'SB095';
  end if;
end $$;

-- What a wallet has given for just this tip becomes the dealer's, whatever has changed since it was
-- asked for.
create or replace function is_tip_of_a_wallet(t tips)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from wallet_movements m join players p on p.id = m.player_id and p.operator_id = m.operator_id
    where m.player_id = t.player_id and m.movement_id = 'tip.' || t.player_id || '.' || t.key and m.status = 'done'
      and (m.tip_table, m.tip_dealer, m.amount) = (t.table_id, t.dealer, t.amount))
$$;

create or replace function tip_may_be_given()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not is_tip_of_a_wallet(new) then
    perform check_tip(new.player_id, new.table_id, new.dealer, new.amount, false);
  end if;
  return new;
end $$;

create or replace function tip_may_be_asked()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform check_tip(new.player_id, new.tip_table, new.tip_dealer, new.amount, true);
  return new;
end $$;

create or replace trigger tips_may_be_asked
  before insert on wallet_movements
  for each row when (new.tip_dealer is not null) execute function tip_may_be_asked();

create or replace trigger tips_may_be_given
  before insert on tips
  for each row execute function tip_may_be_given();

-- By the end of the transaction: one posting, from the player's open session to the dealers, and
-- the word to the wallet in its journal. What a wallet gave for the tip may have been staked of the
-- session meanwhile: then it goes from what is advanced to the dealers.
create or replace function tip_moves_money()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from entries e
    join postings m on m.entry_id = e.id and m.line = 1 and m.amount = new.amount
    join accounts s on s.id = m.source_id and s.player_id = new.player_id
      and (s.kind = 'session' or (s.kind::text = 'advance' and is_tip_of_a_wallet(new)))
    join accounts d on d.id = m.destination_id and d.kind::text = 'tips'
    where e.key = 'tip:' || new.player_id || ':' || new.key and e.kind::text = 'tip'
      and not exists (select from postings more where more.entry_id = e.id and more.line > 1);
  if not found or not (is_tip_of_a_wallet(new) or exists (
       select from sessions where player_id = new.player_id and closed_at is null)) then
    raise exception 'tip % of player % moves something else', new.key, new.player_id
      using errcode = 'SB095';
  end if;
  if session_is_of_a_wallet(new.player_id) and not exists (
       select from wallet_movements m join players p on p.id = m.player_id and p.operator_id = m.operator_id
        where m.player_id = new.player_id and m.kind = 'tip' and m.amount = new.amount
          and m.movement_id = 'tip.' || new.player_id || '.' || new.key) then
    raise exception 'the wallet of player % hears nothing of tip %', new.player_id, new.key
      using errcode = 'SB095';
  end if;
  return null;
end $$;

create constraint trigger tips_move_money
  after insert on tips deferrable initially deferred
  for each row execute function tip_moves_money();

create or replace function entry_is_of_a_tip()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.kind::text = 'tip' and new.key ~ '^tip:[0-9]{1,18}:[0-9a-f-]{36}$' then
    perform from tips
      where player_id = split_part(new.key, ':', 2)::bigint
        and key = split_part(new.key, ':', 3)::uuid;
  else
    perform where false;
  end if;
  if not found then
    raise exception 'entry % (%) is of no tip', new.key, new.kind using errcode = 'SB095';
  end if;
  return null;
end $$;

create constraint trigger entries_are_of_a_tip
  after insert on entries deferrable initially deferred
  for each row when (new.kind::text = 'tip' or new.key like 'tip:%')
  execute function entry_is_of_a_tip();

create or replace trigger tips_is_insert_only
  before update or delete or truncate on tips
  for each statement execute function refuse_change();
