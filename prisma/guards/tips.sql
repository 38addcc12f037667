-- Tips (I4): what is given to the dealer of a table who deals there, within what the table allows,
-- from the player's own session, once, and by nobody who may not play. Where an operator's wallet
-- gave the session's credit, it hears of the tip.

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

create or replace function tip_may_be_given()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  held record;
  why text;
begin
  select (case when p.currency = t.settings ->> 'currency' then t.settings
               else t.settings -> 'further' -> p.currency end ->> 'tipMax')::bigint as tip_max
    into held from tables t, players p where t.id = new.table_id and p.id = new.player_id;
  perform from players p join operators o on o.id = p.operator_id
    where p.id = new.player_id
      and (o.mode = 'transfer' or p.currency = 'XXX'
           or (o.mode = 'session' and o.policy -> 'takesTips' = 'true'));
  if not found or held.tip_max is null or new.amount > held.tip_max
     or new.dealer is distinct from dealer_at(new.table_id) then
    raise exception 'a tip of player % at table % may not be given', new.player_id, new.table_id
      using errcode = 'SB095';
  end if;
  why := stake_refusal(new.player_id, new.amount);
  if why is not null then
    raise exception 'player % may give no tip: %', new.player_id, why using errcode = 'SB095';
  end if;
  return new;
end $$;

create or replace trigger tips_may_be_given
  before insert on tips
  for each row execute function tip_may_be_given();

-- By the end of the transaction: one posting, from the player's open session to the dealers, and
-- the word to the wallet in its journal.
create or replace function tip_moves_money()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from entries e
    join postings m on m.entry_id = e.id and m.line = 1 and m.amount = new.amount
    join accounts s on s.id = m.source_id and s.kind = 'session' and s.player_id = new.player_id
    join accounts d on d.id = m.destination_id and d.kind::text = 'tips'
    where e.key = 'tip:' || new.player_id || ':' || new.key and e.kind::text = 'tip'
      and not exists (select from postings more where more.entry_id = e.id and more.line > 1);
  if not found or not exists (
       select from sessions where player_id = new.player_id and closed_at is null) then
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
