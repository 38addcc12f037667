/**
 * The stakes of a round that operators' wallets are asked for, in sets: the debits at its close,
 * what is void of them, and what the wallets are given once it is paid or corrected.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { stakesAccountOf } from './stakes-account.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/**
 * One debit for each player with stakes in the round whose wallet is asked for each round (W2). In
 * the transaction that closes the bets (W1).
 */
export const askForStakes = statement({
  inputs: { game: 'bigint' },
  text: `
insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, game_number)
select p.operator_id, 'round.' || :game || '.' || p.id || '.debit', 'debit', p.id, s.stake, 'round:' || :game, :game
  from (select player_id, sum(amount)::bigint as stake from bets where game_number = :game
         group by 1 having sum(amount) > 0) as s
  join players p on p.id = s.player_id join operators o on o.id = p.operator_id
 where o.mode = 'seamless' and p.currency <> 'XXX'
 order by p.id`,
});

/**
 * The CTE `voided`: of each player whose wallet did not give the stakes, all that lies on the
 * spots, as a command that takes it off. The round's bets are added up once for all of them. Of
 * a round that was just played Postgres expects one row: by a subquery as many as others have, and
 * by a limit it looks the rest up by the player. Else it would compare all with all.
 */
const VOIDED = `
voided as materialized (
  select m.player_id, a.id as account_id, md5('void:' || m.game_number || ':' || m.player_id)::uuid as bet_id,
         lying.spots, lying.modes, lying.amounts, lying.stake
    from (select player_id, array_agg(spot order by spot, mode) as spots, array_agg(mode order by spot, mode) as modes,
                 array_agg(-stake order by spot, mode) as amounts, sum(stake)::bigint as stake
            from (select player_id, spot, mode, sum(amount)::bigint as stake from bets
                   where game_number = (select :game) group by 1, 2, 3 having sum(amount) > 0) as each_spot
           group by 1) as lying
   cross join lateral (
     select d.game_number, d.player_id from wallet_movements d
      where d.game_number = :game and d.player_id = lying.player_id and d.kind = 'debit'
        and d.status in ('refused', 'void', 'cancelled') limit 1) as m
   cross join lateral (
     select s.id from accounts s where s.player_id = lying.player_id and s.kind = 'session' limit 1) as a
)`;

const VERDICTS = statement({
  inputs: { game: 'bigint' },
  text: `
with ${VOIDED}
select count(*) filter (where status = 'due')::int as due, count(*) filter (where status = 'done')::int as taken,
       (select count(*)::int from voided) as voided, (select coalesce(-sum(stake), 0)::text from voided) as change,
       (select json_object_agg(currency, stake) from (
          select a.currency, (-sum(v.stake))::text as stake
            from rounds r join accounts a on a.id = any(r.further_stakes_account_ids)
            join voided v on true join players p on p.id = v.player_id and p.currency = a.currency
           where r.game_number = :game group by 1) as each) as further,
       encode(sha256(convert_to(coalesce((select string_agg(
         bet_digest_text(player_id, bet_id, 'void', spots, modes, amounts), E'\\n' order by account_id) from voided), ''), 'UTF8')), 'hex') as digest
  from wallet_movements where game_number = :game and kind = 'debit'`,
});

export interface StakeVerdictCounts {
  /** Debits that are not decided. */
  readonly due: number;
  /** Players whose wallet gave the stake, and those whose stakes are void. */
  readonly taken: number;
  readonly voided: number;
  /** Of the stakes of the round, minor units. */
  readonly change: string;
  /** Of it, what is of further currencies, by currency. Left out where there is none. */
  readonly further?: Readonly<Record<string, string>>;
  readonly digest: string;
}

/** Whether a stake of the round is not decided. */
export const areStakesDue = async (client: Querying, game: string): Promise<boolean> => {
  const { rows } = await client.query<{ due: boolean }>(
    `select exists (select from wallet_movements where game_number = $1 and kind = 'debit' and status = 'due') as due`,
    [game],
  );
  return rows[0]!.due;
};

/**
 * What a wallet has not decided on within the time of its operator's policy is void. Somebody who
 * has it locked decides on it: the next look sees how.
 */
export const voidOverdueStakes = async (client: Querying, game: string): Promise<void> => {
  await client.query(
    `with overdue as materialized (
       select m.id from wallet_movements m join operators o on o.id = m.operator_id
        where m.game_number = $1 and m.kind = 'debit' and m.status = 'due'
          and m.asked_at < studio_clock() - (o.policy ->> 'stakesWithinMs')::int * interval '1 ms'
        order by m.id for update of m skip locked)
     update wallet_movements m set status = 'void', tries = 0, next_try_at = studio_clock()
       from overdue where m.id = overdue.id and m.status = 'due'`,
    [game],
  );
};

/** What the wallets have decided on the stakes of the round until now. */
export const readStakeVerdicts = async (
  client: Querying,
  game: string,
): Promise<StakeVerdictCounts> => {
  const { rows } = await client.query<
    Omit<StakeVerdictCounts, 'further'> & { further: StakeVerdictCounts['further'] | null }
  >(VERDICTS({ game }));
  const { further, ...verdicts } = rows[0]!;
  return { ...verdicts, ...(further && { further }) };
};

/**
 * Stakes of the round that no wallet has decided on are void: it is asked to undo them. Also in the
 * transaction that voids the round, after which nobody takes a verdict on them.
 */
export const voidUndecidedStakes = statement({
  inputs: { game: 'bigint' },
  text: `
with undecided as materialized (
  select id from wallet_movements where game_number = :game and kind = 'debit' and status = 'due'
   order by id for update)
update wallet_movements m set status = 'void', tries = 0, next_try_at = studio_clock()
  from undecided where m.id = undecided.id and m.status = 'due'`,
});

/** What no wallet has decided on in time is void. */
export const voidUndecided = async (client: Querying, game: string): Promise<void> => {
  await client.query(voidUndecidedStakes({ game }));
};

/**
 * Locks: the session accounts of those whose stakes are void in their order, and the round's
 * accounts of stakes. Guards: by trigger, that it goes with the event `stakes_taken` of the number
 * `seq`, that no wallet gave the stakes, and that nothing of them stays. Writes: balances, bets
 * that take the stakes off the spots, and one entry with a posting for each player.
 */
export const takeVoidStakesOff = statement({
  inputs: { game: 'bigint', table: 'text', seq: 'bigint' },
  text: `
with ${VOIDED}, held as (
  update accounts a set balance = a.balance + v.stake from voided v where a.id = v.account_id
  returning v.*, a.balance
), placed as (
  insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after, noted)
  select player_id, bet_id, i - 1, spots[i], modes[i], 'void', amounts[i], :game, :seq, balance, null
    from (select held.*, generate_subscripts(spots, 1) as i from held) as line
), staked as materialized (
  select v.account_id, v.stake, ${stakesAccountOf('v.player_id', 'r')} as id
    from voided v join rounds r on r.game_number = :game
), entry as (
  insert into entries (key, kind)
  select 'bets:' || :table || ':' || :seq, 'bets' where exists (select from held)
  returning id
), posted as (
  insert into postings (entry_id, line, source_id, destination_id, amount)
  select entry.id, row_number() over (order by held.account_id), staked.id, held.account_id, held.stake
    from entry, held join staked using (account_id)
), gone as materialized (
  select id, sum(stake)::bigint as stake from staked group by id order by id
)
update accounts a set balance = a.balance - gone.stake from gone where a.id = gone.id`,
});

/**
 * The CTEs behind `owed`, which has what each wallet is given (`amount`, minor units) under which
 * id and kind: the movement in the journal, and its money from what was advanced to the player.
 * One that is there already stays as it is.
 */
const GIVING = `
asked as (
  insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, game_number)
  select operator_id, movement_id, kind, player_id, amount, 'round:' || :game, :game from owed order by player_id
  on conflict (operator_id, movement_id) do nothing
  returning operator_id, movement_id, player_id, amount
), given as materialized (
  select a.*, 'wallet:' || a.operator_id || ':' || a.movement_id as entry_key from asked a where a.amount > 0
), locked as materialized (
  select a.id, a.player_id from accounts a
   where a.kind::text = 'advance' and a.player_id in (select player_id from given) order by a.id for update
), moved as (
  update accounts a set balance = a.balance - given.amount
    from given join locked using (player_id) where a.id = locked.id
  returning a.id, given.entry_key, given.amount
), entry as (
  insert into entries (key, kind) select entry_key, 'withdrawal' from given order by player_id returning id, key
)
insert into postings (entry_id, line, source_id, destination_id, amount)
select entry.id, 1, moved.id, outside.id, moved.amount
  from moved join entry on entry.key = moved.entry_key cross join (select id from accounts where name = 'outside') as outside`;

/**
 * What is paid by hand goes past the wallet. The stake of a void is a `cancel` of its debit, which
 * the journal has as a credit like the others. Subqueries and limits as in `VOIDED`.
 */
const CREDITS = statement({
  inputs: { game: 'bigint', chunk: 'int', chunks: 'int' },
  text: `
with owed as materialized (
  select d.operator_id, 'round.' || :game || '.' || d.player_id || case when r.status in ('void', 'refunded') and h.player_id is null
                                                                       then '.cancel' else '.credit' end as movement_id,
         'credit' as kind, d.player_id,
         case when h.player_id is null then coalesce(p.paid, 0) else 0 end as amount
    from wallet_movements d join rounds r on r.game_number = d.game_number
    left join lateral (
      select paid from payouts where game_number = :game and player_id = d.player_id limit 1) as p on true
    left join lateral (
      select player_id from hand_pays
       where game_number = :game and player_id = d.player_id and ordinal = 0 limit 1) as h on true
   where d.game_number = (select :game) and d.kind = 'debit' and d.status = 'done'
     and case when d.player_id % :chunks = :chunk then true end
     and (select true from wallet_movements c
           where c.game_number = :game and c.player_id = d.player_id and c.kind = 'credit' limit 1) is null
), ${GIVING}`,
});

/**
 * One credit for each stake that a wallet gave, of what the round has paid for it, or of nothing
 * (W2). Once the part of the round is paid. Again it does nothing.
 */
export const creditWallets = async (
  client: Querying,
  part: { readonly game: string; readonly chunk: number; readonly chunks: number },
): Promise<void> => {
  const { game, chunk, chunks } = part;
  await client.query(CREDITS({ game, chunk, chunks }));
};

const ADJUSTMENTS = statement({
  inputs: { game: 'bigint', ordinal: 'int' },
  text: `
with owed as materialized (
  select d.operator_id, 'round.' || :game || '.' || d.player_id || '.adjust.' || :ordinal as movement_id, 'adjust' as kind, d.player_id,
         c.paid - c.was as amount
    from correction_payouts c
    join wallet_movements d on d.game_number = c.game_number and d.player_id = c.player_id and d.kind = 'debit' and d.status = 'done'
   where c.game_number = :game and c.ordinal = :ordinal and c.paid <> c.was
     and not exists (select from hand_pays h
           where h.game_number = c.game_number and h.player_id = c.player_id and h.ordinal = c.ordinal)
), ${GIVING}`,
});

/** What a correction changed is asked of the wallets, too. Again it does nothing. */
export const adjustWallets = async (
  client: Querying,
  game: string,
  ordinal: number,
): Promise<void> => {
  await client.query(ADJUSTMENTS({ game, ordinal }));
};
