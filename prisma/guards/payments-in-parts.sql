-- A round is paid in parts, each of them once and whole (I3, I4). What is written of a part of a
-- round, or of a part of a correction, is written in one transaction with the part’s own row, which
-- exists once. So nothing is added to a part that is paid, nor written before a payment is due.
-- Rows of the same transaction carry its number: the payments use no savepoints.

-- A part of a round has the players whose number leaves the remainder `chunk` when divided by
-- `chunks`. Their bets are found by slices, of which there are sixty: a slice has the players of
-- one remainder when divided by sixty. These are the slices that the players of a part are in.
-- Where `chunks` divides sixty, nobody else is in them.
create or replace function slices_of(chunk int, chunks int)
returns bigint[] language sql immutable parallel safe as $$
  select array(select slice::bigint
    from generate_series(chunk % gcd(chunks, 60), 59, gcd(chunks, 60)) as slice)
$$;

-- A part is paid where the round has its coup, and refunded where the round is void. It is cut as
-- the round was. A round without bets has ended by then, so a part of it is empty. Where the table
-- takes several currencies, the statement that pays says that it knows them: a process of a version
-- that did not would pay all of it from the account of one.
create or replace function settlement_chunk_is_due()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare is_of_several boolean;
begin
  select further_stakes_account_ids <> '{}' into is_of_several from rounds
   where game_number = new.game_number and new.chunks = coalesce(chunks, new.chunks)
     and new.verdict = case when status in ('resulted', 'settled') then 'settle'
                            when status in ('void', 'refunded') then 'void' end
     and (status in ('resulted', 'void') or (new.stakes = 0 and new.paid = 0 and new.players = 0));
  if not found then
    raise exception 'part % of round % is not due', new.chunk, new.game_number
      using errcode = 'SB018';
  end if;
  if is_of_several and not new.by_currency then
    raise exception 'part % of round % is not paid by currency', new.chunk, new.game_number
      using errcode = 'SB065';
  end if;
  return null;
end $$;

create or replace trigger settlement_chunks_are_due
  after insert on settlement_chunks
  for each row execute function settlement_chunk_is_due();

-- The entries of a round's money have the part that they pay in their key: `round:G:settle:K`,
-- `round:G:void:K`, `round:G:correction:N:STEP:K`.
create or replace function entry_pays_a_part()
returns trigger language plpgsql set search_path = public, pg_temp as $$
declare word text[] := string_to_array(new.key, ':');
begin
  if new.key ~ '^round:[0-9]{10}:(settle|void):[0-9]{1,9}$' then
    perform from settlement_chunks
      where game_number = word[2]::bigint and chunk = word[4]::int and verdict = word[3]
        and stakes > 0 and xmin = pg_current_xact_id()::xid
        and new.kind = case verdict when 'settle' then 'settlement' else 'refund' end::entry_kind;
  elsif new.key ~ '^round:[0-9]{10}:correction:[0-9]{1,9}:(cover|back|pay|recover):[0-9]{1,9}$' then
    perform from correction_chunks
      where game_number = word[2]::bigint and ordinal = word[4]::int and chunk = word[6]::int
        and xmin = pg_current_xact_id()::xid
        and new.kind = case word[5] when 'cover' then 'cover' when 'back' then 'clawback'
          when 'pay' then 'correction' else 'recovery' end::entry_kind;
  elsif new.kind = 'recovery' and new.key like 'recovery:%' then
    return null; -- of a shortfall, from credit that came by an entry of its own
  else
    perform where false;
  end if;
  if not found then
    raise exception 'entry % (%) pays no part that is due', new.key, new.kind
      using errcode = 'SB018';
  end if;
  return null;
end $$;

create or replace trigger entries_pay_a_part
  after insert on entries
  for each row
  when (new.kind in ('settlement', 'refund', 'clawback', 'correction', 'cover', 'recovery')
    or new.key like 'round:%')
  execute function entry_pays_a_part();

-- Who got what of a part of a round: all of it at once, and as much as the part says.
create or replace function payouts_are_of_a_part()
returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from (
      select game_number, entry_id, count(*) as players, sum(paid) as paid
        from added group by 1, 2) as part
     where not exists (
       select from entries e
         join settlement_chunks k
           on k.game_number = part.game_number and k.xmin = pg_current_xact_id()::xid
          and e.key = 'round:' || k.game_number || ':' || k.verdict || ':' || k.chunk
        where e.id = part.entry_id and k.players = part.players and k.paid = part.paid)
  ) then
    raise exception 'what was paid belongs to no part of its round' using errcode = 'SB018';
  end if;
  return null;
end $$;

create or replace trigger payouts_are_of_a_part
  after insert on payouts referencing new table as added
  for each statement execute function payouts_are_of_a_part();
