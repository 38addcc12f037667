-- A person stakes no more than her limits allow, in whatever process: of loss and of stakes in a
-- currency, and of time at the tables, by the gaming day, week or month; and after a while of play
-- only once she has confirmed a reality check. Rounds and hands in play go on and are paid.
-- What guarded sessions stake and get back is counted by day, in the statement that writes it.

-- The gaming day that a moment is in, and when a gaming day begins.
create or replace function gaming_day(moment timestamptz)
returns date language sql stable set search_path = public, pg_temp as $$
  select ((moment at time zone time_zone) - begins_at::interval)::date from gaming_day_rule
$$;

create or replace function gaming_day_begins(day date)
returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select (day + begins_at) at time zone time_zone from gaming_day_rule
$$;

-- The first gaming day of the `day`, `week` or `month` that is now. A week begins on Monday.
create or replace function limit_period_begins(period text)
returns date language sql stable set search_path = public, pg_temp as $$
  select date_trunc(period, gaming_day(studio_now()))::date
$$;

-- Of each source, kind, period and currency the last limit that holds. A limit that waits is given
-- up where its source has set another meanwhile, and replaces none then. Without an amount there is
-- none.
create or replace function limits_in_force(operator text, person text)
returns setof play_limits language sql stable set search_path = public, pg_temp as $$
  with come as materialized (
    select l.* from play_limits l
     where l.operator_id = operator and l.ref = person and not l.is_past
       and l.holds_from <= studio_now()
       and not exists (
         select from play_limits n
          where n.operator_id = operator and n.ref = person and not n.is_past and n.id > l.id
            and n.source = l.source and n.kind = l.kind
            and n.period is not distinct from l.period
            and n.currency is not distinct from l.currency
            and l.holds_from > l.at and n.at < l.holds_from)
  )
  select distinct on (source, kind, period, currency) come.* from come
   order by source, kind, period, currency, id desc
$$;

-- Whether all that has changed of a limit is that it is past: it does not hold, and a later one of
-- its kind is there, so that it never will.
create or replace function is_limit_past(before jsonb, after jsonb)
returns boolean language sql stable set search_path = public, pg_temp as $$
  select after = before || '{"is_past": true}'
     and exists (
       select from play_limits l, play_limits n
        where l.id = (before ->> 'id')::bigint and n.id > l.id
          and n.operator_id = l.operator_id and n.ref = l.ref and not n.is_past
          and n.source = l.source and n.kind = l.kind and n.period is not distinct from l.period
          and n.currency is not distinct from l.currency
          and not exists (
            select from limits_in_force(l.operator_id, l.ref) f where f.id = l.id))
$$;

-- What the person has set for herself holds at once where it is lower, and a day later where it is
-- higher or none.
create or replace function limit_holds_from()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare held bigint;
begin
  perform lock_person(new.operator_id, new.ref);
  select amount into held from limits_in_force(new.operator_id, new.ref)
   where source = new.source and kind = new.kind and period is not distinct from new.period
     and currency is not distinct from new.currency;
  new.is_past := false;
  new.at := studio_now();
  new.holds_from := new.at + case
    when new.source = 'player' and held is not null and (new.amount is null or new.amount > held)
    then interval '24 hours' else interval '0' end;
  return new;
end $$;

create or replace trigger play_limits_hold_from
  before insert on play_limits
  for each row execute function limit_holds_from();

-- When a session of the player stayed open since then for a hand that waited: from 20 minutes after
-- an action, when it would have ended without the hand, until the next. No step is read that is not
-- the last of 20 minutes or the first after a break, and of bets only those that a wait may touch.
-- A round takes bets for ten minutes at most, so that its first and its last stand for all.
create or replace function waits_since(player bigint, since timestamptz)
returns tstzmultirange language sql stable set search_path = public, pg_temp as $$
  with recursive walk as (
    select null::timestamptz as acted, coalesce(
      (select max(at) from solo_steps where player_id = player and at < since),
      (select min(at) from solo_steps where player_id = player and at >= since)) as next
    union all
    select next, coalesce(
      (select max(at) from solo_steps
        where player_id = player and at > walk.next and at <= walk.next + interval '20 minutes'),
      (select min(at) from solo_steps
        where player_id = player and at > walk.next + interval '20 minutes'))
      from walk where next is not null
  ), breaks as (
    -- Until the hand was played on, or was void, or until now.
    select acted + interval '20 minutes' as begins, least(coalesce(next, studio_now()), greatest(
      (select max(coalesce(h.ended_at, studio_now()))
         from solo_steps s join solo_hands h using (hand_number)
        where s.player_id = player and (s.at = acted or s.at = next and s.ordinal > 1)),
      (select max(studio_now()) from solo_hands
        where player_id = player and status = 'in_play' and next is null))) as ends
      from walk where acted is not null and (next is null or next > acted + interval '20 minutes')
  ), waits as materialized (
    select begins, ends from breaks
     where begins < ends and exists (
       select from sessions where player_id = player and opened_at < begins
          and (closed_at is null or closed_at >= ends))
  ), bet as (
    select to_timestamp(e.at_ms / 1000.0) as at
      from (
        select b.game_number, min(b.seq) as first, max(b.seq) as last
          from waits cross join lateral (
                 select first_game_since(begins - interval '20 minutes') as low,
                        last_game_before(ends) as high offset 0) as games
          join bets b on b.player_id = player and b.game_number between games.low and games.high
         group by b.game_number) as played
      join rounds r using (game_number)
      join table_events e on e.table_id = r.table_id and e.seq in (played.first, played.last)
  )
  select coalesce((select range_agg(tstzrange(begins, ends)) from waits), '{}')
       - coalesce((select range_agg(tstzrange(at, at + interval '20 minutes')) from bet), '{}')
$$;

-- For how long the person played in her sessions since then, in ms. Two at once count once.
create or replace function played_ms(operator text, person text, since timestamptz)
returns bigint language sql stable set search_path = public, pg_temp as $$
  with of_player as (
    select unnest(range_agg(tstzrange(greatest(s.opened_at, since),
                                      greatest(s.opened_at, since, coalesce(s.closed_at, studio_now()))))
                  - waits_since(p.id, since)) as span
      from players p join sessions s on s.player_id = p.id
     where p.operator_id = operator and p.ref = person
       and (s.closed_at is null or s.closed_at > since)
     group by p.id
  )
  select coalesce(sum(extract(epoch from upper(span) - lower(span)) * 1000), 0)::bigint
    from (select unnest(range_agg(span)) from of_player) as spans(span)
$$;

-- What counts against a limit in its period: minor units, or minutes. A tip that a wallet is being
-- asked for counts as if it were given.
create or replace function limit_used(player bigint, kind text, period text)
returns bigint language plpgsql stable set search_path = public, pg_temp as $$
declare begins date := limit_period_begins(period);
begin
  if kind = 'time' then
    return (select played_ms(operator_id, ref, gaming_day_begins(begins)) / 60000
              from players where id = player);
  end if;
  return (select coalesce(sum(staked - case kind when 'loss' then returned else 0 end), 0)
            from play_days where player_id = player and day >= begins)
    + (select coalesce(sum(amount), 0) from wallet_movements
        where player_id = player and status = 'due' and game_number is null
          and wallet_movements.kind = 'debit' and tip_dealer is not null);
end $$;

-- Since when the person plays. What has less than a quarter of an hour between it is one play:
-- cashing out and in again begins nothing anew. Null: she does not play.
create or replace function plays_since(operator text, person text)
returns timestamptz language sql stable set search_path = public, pg_temp as $$
  with recent as materialized (
    select s.player_id, s.opened_at, s.closed_at
      from players p join sessions s on s.player_id = p.id
     where p.operator_id = operator and p.ref = person
       and (s.closed_at is null or s.closed_at > studio_now() - interval '1 day')
  ), of_player as (
    -- With their ends: who has acted after a wait plays since that very moment.
    select unnest(range_agg(tstzrange(opened_at, greatest(opened_at, coalesce(closed_at, studio_now())), '[]'))
                  - waits_since(player_id, min(opened_at))) as span
      from recent group by player_id
  ), plays as (
    select unnest(range_agg(tstzrange(lower(span), upper(span) + interval '15 minutes'))) as span
      from of_player
  )
  select lower(span) from plays
   where span @> studio_now() and exists (select from recent where closed_at is null)
$$;

-- Since when she has played without confirming a reality check. Null: she does not play.
create or replace function unchecked_since(operator text, person text)
returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select greatest(since, (
    select max(c.at) from reality_checks c where c.operator_id = operator and c.ref = person))
    from plays_since(operator, person) as since
   where since is not null
$$;

-- What keeps the player from staking so much now, in minor units. Null: nothing does.
create or replace function stake_refusal(player bigint, stake bigint)
returns text language plpgsql volatile set search_path = public, pg_temp as $$
declare
  person record;
  held record;
begin
  select p.operator_id, p.ref, p.currency, o.disabled_at is not null as is_off into person
    from players p join operators o on o.id = p.operator_id where p.id = player;
  if is_barred(person.operator_id, person.ref) then
    return 'barred_from_play';
  elsif person.is_off then
    return 'operator_is_off';
  end if;
  for held in
    select l.kind, l.period, l.amount from limits_in_force(person.operator_id, person.ref) l
     where l.amount is not null and (l.currency is null or l.currency = person.currency)
     order by array_position(array['reality_check', 'time', 'stake', 'loss'], l.kind)
  loop
    if held.kind = 'reality_check' then
      if unchecked_since(person.operator_id, person.ref)
         <= studio_now() - held.amount * interval '1 minute' then
        return 'reality_check_due';
      end if;
    elsif held.kind = 'time' then
      if limit_used(player, 'time', held.period) >= held.amount then
        return 'time_limit_reached';
      end if;
    elsif limit_used(player, held.kind, held.period) + stake > held.amount then
      return held.kind || '_limit_reached';
    end if;
  end loop;
  return null;
end $$;

-- As processes of the version before ask, which know of bars alone. It goes once none of them runs.
create or replace function stake_refusal(player bigint)
returns text language plpgsql volatile set search_path = public, pg_temp as $$
begin
  return (select case when is_barred(operator_id, ref) then 'barred_from_play' end
            from players where id = player);
end $$;

-- The lowest number of a round that was in hand then or was opened since, at whatever table. A
-- table has one round at a time: it is the last one before that moment or the first one after it.
create or replace function first_game_since(since timestamptz)
returns bigint language sql stable set search_path = public, pg_temp as $$
  select min(r.game_number)
    from tables t
   cross join lateral (
     (select game_number from rounds
       where table_id = t.id and opened_at >= since order by opened_at limit 1)
     union all
     select last.game_number
       from (select game_number, ended_at from rounds
              where table_id = t.id and opened_at < since
              order by opened_at desc limit 1) as last
      where last.ended_at is null or last.ended_at >= since) as r
$$;

-- The highest number of a round that was opened before then, at whatever table.
create or replace function last_game_before(moment timestamptz)
returns bigint language sql stable set search_path = public, pg_temp as $$
  select max(last.game_number)
    from tables t
   cross join lateral (
     select game_number from rounds
      where table_id = t.id and opened_at < moment order by opened_at desc limit 1) as last
$$;

-- What the player staked and got back since then, in rounds and in hands, as the rows say; a tip
-- is money that does not come back. A round counts whole that ended since then or is in hand: no
-- session begins while stakes of the one before lie. It reads no more of what was played before
-- than that is long.
create or replace function play_since(player bigint, since timestamptz)
returns table (at timestamptz, staked bigint, returned bigint)
language sql stable set search_path = public, pg_temp as $$
  with played as materialized (
    select game_number, sum(amount)::bigint as staked from bets
     where player_id = player and game_number >= (select first_game_since(since)) group by 1
  ), recent as materialized (
    select p.game_number, p.staked, r.opened_at, r.ended_at
      from played p join rounds r using (game_number)
     where r.ended_at is null or r.ended_at >= since
  )
  select greatest(opened_at, since), staked, 0::bigint from recent
  union all
  select coalesce(r.ended_at, studio_now()), 0, o.paid
    from recent r join payouts o on o.game_number = r.game_number and o.player_id = player
  union all
  select to_timestamp(e.at_ms / 1000.0), 0, c.paid - c.was
    from correction_payouts c
    join corrections k on k.game_number = c.game_number and k.ordinal = c.ordinal
    join rounds r on r.game_number = c.game_number
    join table_events e on e.table_id = r.table_id and e.seq = k.ordered_seq
   where c.player_id = player and e.at_ms >= extract(epoch from since) * 1000
  union all
  select s.at, s.taken, s.paid from solo_steps s where s.player_id = player and s.at >= since
  union all
  select t.at, t.amount, 0 from tips t where t.player_id = player and t.at >= since
  union all
  select v.at, 0, v.back
    from (select * from hand_voids where hand_voids.at >= since offset 0) as v
    join solo_hands h on h.hand_number = v.hand_number
   where h.player_id = player
$$;

-- At a person's first limit, what she has played in its period is counted from the rows.
create or replace function limit_guards_accounts()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare begins date := least(limit_period_begins('week'), limit_period_begins('month'));
begin
  -- Whatever the person had of this kind is past, but what holds until this one does.
  update play_limits l set is_past = true
   where l.operator_id = new.operator_id and l.ref = new.ref and not l.is_past and l.id < new.id
     and l.source = new.source and l.kind = new.kind and l.period is not distinct from new.period
     and l.currency is not distinct from new.currency
     and l.id is distinct from (
       select f.id from limits_in_force(new.operator_id, new.ref) f
        where f.id < new.id and f.source = new.source and f.kind = new.kind
          and f.period is not distinct from new.period
          and f.currency is not distinct from new.currency);
  update accounts a set is_guarded = true from players p
   where p.operator_id = new.operator_id and p.ref = new.ref
     and a.player_id = p.id and a.kind = 'session';
  if exists (select from play_limits
              where operator_id = new.operator_id and ref = new.ref and id <> new.id) then
    return null;
  end if;
  delete from play_days d using players p
   where p.operator_id = new.operator_id and p.ref = new.ref and d.player_id = p.id;
  insert into play_days (player_id, day, staked, returned)
  select p.id, gaming_day(s.at), sum(s.staked), sum(s.returned)
    from players p, play_since(p.id, gaming_day_begins(begins)) s
   where p.operator_id = new.operator_id and p.ref = new.ref
   group by 1, 2;
  return null;
end $$;

create or replace trigger play_limits_guard_accounts
  after insert on play_limits
  for each row execute function limit_guards_accounts();

-- Counted with the owner's rights: the application has none to change the counts.
create or replace function count_play()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare guarded bigint[];
begin
  if not exists (select from accounts where is_guarded) then
    return null;
  end if;
  if tg_table_name = 'hand_voids' then
    guarded := guarded_among(array(
      select h.player_id from placed v join solo_hands h on h.hand_number = v.hand_number));
    perform count_of_today(h.player_id, 0, sum(v.back)::bigint)
       from placed v join solo_hands h on h.hand_number = v.hand_number
      where h.player_id = any (guarded) group by h.player_id order by h.player_id;
    return null;
  end if;
  guarded := guarded_among(array(select distinct player_id from placed));
  if tg_table_name = 'bets' then
    perform count_of_today(player_id, sum(amount)::bigint, 0) from placed
      where player_id = any (guarded)
      group by player_id having sum(amount) > 0 order by player_id;
    perform count_taken_back(player_id, game_number, -sum(amount)::bigint) from placed
      where player_id = any (guarded)
      group by player_id, game_number having sum(amount) < 0 order by player_id;
  elsif tg_table_name = 'payouts' then
    perform count_of_today(player_id, 0, sum(paid)::bigint) from placed
      where player_id = any (guarded) group by player_id order by player_id;
  elsif tg_table_name = 'correction_payouts' then
    perform count_of_today(player_id, 0, sum(paid - was)::bigint) from placed
      where player_id = any (guarded) group by player_id order by player_id;
  elsif tg_table_name = 'solo_steps' then
    perform count_of_today(player_id, sum(taken)::bigint, sum(paid)::bigint) from placed
      where player_id = any (guarded) group by player_id order by player_id;
  else
    perform count_of_today(player_id, sum(amount)::bigint, 0) from placed
      where player_id = any (guarded) group by player_id order by player_id;
  end if;
  return null;
end $$;

create or replace function count_of_day(player bigint, staked bigint, returned bigint, day date)
returns void language sql set search_path = public, pg_temp as $$
  insert into play_days as d (player_id, day, staked, returned)
  select player, day, staked, returned where staked <> 0 or returned <> 0
  on conflict (player_id, day) do update
     set staked = d.staked + excluded.staked, returned = d.returned + excluded.returned
$$;

create or replace function count_of_today(player bigint, staked bigint, returned bigint)
returns void language sql set search_path = public, pg_temp as $$
  select count_of_day(player, staked, returned, gaming_day(studio_now()))
$$;

-- What is taken back was staked last: it is taken off this day as far as it was staked on it, and
-- for the rest off the day on which its round was opened. It would else be a credit for this day,
-- or what was placed and taken back would count as staked.
create or replace function count_taken_back(player bigint, game bigint, taken bigint)
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  today date := gaming_day(studio_now());
  round record;
  of_today bigint := taken;
begin
  select table_id, gaming_day(opened_at) as day into round from rounds where game_number = game;
  if round.day <> today then
    with command as (
      select b.seq, sum(b.amount) as change
        from bets b join table_events e on e.table_id = round.table_id and e.seq = b.seq
       where b.game_number = game and b.player_id = player
         and gaming_day(to_timestamp(e.at_ms / 1000.0)) = today
       group by b.seq
    ), run as (
      select seq, sum(change) over (order by seq) as lies from command
    ), counted as (
      select seq, lies - least(0, min(lies) over (order by seq)) as after from run
    )
    select coalesce((select after from counted order by seq desc offset 1 limit 1), 0)
         - coalesce((select after from counted order by seq desc limit 1), 0) into of_today;
  end if;
  perform count_of_day(player, -of_today, 0, today);
  perform count_of_day(player, of_today - taken, 0, round.day);
end $$;

-- Before `bets_of_barred_players` and `steps_of_barred_players`, by their names: those see the
-- sums.
create or replace trigger bets_are_counted
  after insert on bets referencing new table as placed
  for each statement execute function count_play();

create or replace trigger solo_steps_are_counted
  after insert on solo_steps referencing new table as placed
  for each statement execute function count_play();

create or replace trigger payouts_are_counted
  after insert on payouts referencing new table as placed
  for each statement execute function count_play();

create or replace trigger correction_payouts_are_counted
  after insert on correction_payouts referencing new table as placed
  for each statement execute function count_play();

create or replace trigger hand_voids_are_counted
  after insert on hand_voids referencing new table as placed
  for each statement execute function count_play();

create or replace trigger tips_are_counted
  after insert on tips referencing new table as placed
  for each statement execute function count_play();

create or replace trigger play_limits_is_insert_only
  before delete or truncate on play_limits
  for each statement execute function refuse_change();

create or replace trigger reality_checks_is_insert_only
  before update or delete or truncate on reality_checks
  for each statement execute function refuse_change();
