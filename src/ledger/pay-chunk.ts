/** Paying or refunding a chunk of a round in one set-based statement: hot path. */
import type pg from 'pg';
import { type Values, statement } from '../platform/statement.js';
import { inOneTrip } from '../platform/transaction.js';
import type { Verdict } from '../money/verdict.js';
import type { Verdicts } from '../punto-banco/settle.js';
import { MODES, SPOTS } from '../punto-banco/spot.js';

/**
 * A chunk of a round: the players whose number leaves the remainder `chunk` when divided by
 * `chunks`.
 */
export interface Chunk {
  readonly game: string;
  readonly chunk: number;
  readonly chunks: number;
}

/**
 * Which bets of the round are those of the chunk. The condition on slices finds them by the index
 * `bets_of_a_part`, so that each bet is read by one chunk. The last condition holds where the
 * number of chunks does not divide the number of slices.
 *
 * Postgres knows nothing yet of a round that has just been played, and would plan for one bet. By a
 * subquery it expects as many as other rounds have, and by a case most of them: it then reads them
 * page by page.
 */
export const BETS_OF_THE_CHUNK = `
bets where game_number = (select :game)
     and player_id % 60 = any ((select slices_of(:chunk, :chunks))::bigint[])
     and case when player_id % :chunks = :chunk then true end`;

/** A void round is refunded: every spot's stake is returned. */
export type Payment = 'settle' | 'void';

/** What a round is paid by. */
export interface Judged {
  readonly outcome: Payment;
  readonly verdicts: Verdicts;
  /** Whether its table takes several currencies. */
  readonly isOfSeveral: boolean;
}

/**
 * The paying verdicts of a coup, one element each: what a stake on the spot wins in this mode, and
 * per how much of it.
 */
export const PAYING_INPUTS = {
  spots: 'spot[]',
  modes: 'mode[]',
  wins: 'bigint[]',
  pers: 'bigint[]',
} as const;

/** What the player of the account `a` gets, by their place in the sorted list of the players. */
const AMOUNT =
  '(select amounts from sorted)[width_bucket(a.player_id, (select players from sorted))]';

/**
 * Locks: the winners' session accounts in the order of the players, as their index has them. At the
 * very end, because chunks share it, the round's stakes account. Nothing that another table's
 * payment would wait for.
 * Guards: the chunk's own row is inserted first. A second run finds it, or waits for it, and does
 * nothing. The stakes account cannot fall below zero.
 * Writes: one row for the chunk, one entry `round:G:settle:K` (or `void`), a posting and a payout
 * for each player who gets something back, and one posting that nets the rest with the house, in
 * each currency by itself. The row's sums count minor units of whatever currency: they check that
 * nothing is missing.
 * Players who get nothing are not touched. What two persons ordered to be paid by hand goes outside
 * (hand-pays.sql): that player's accounts are not touched either.
 *
 * An update that has to wait for a row reads its source again, and would take rows from a subquery
 * or a union twice. So each update reads from one materialized list, or from single values. The
 * accounts are found by a list of their players, page by page of the index, and not one by one.
 *
 * What comes back of a stake is `stake + floor(stake × win / per)`, like `paid` of
 * punto-banco/settle. A verdict of returned has win 0. Lost spots are not among the verdicts.
 */
const paying = (name: string, { isByCurrency, stakes, drained, source, netted }: StakesHeld) =>
  statement({
    name,
    inputs: {
      game: 'bigint',
      chunk: 'int',
      chunks: 'int',
      verdict: 'text',
      ...PAYING_INPUTS,
    },
    text: `
with chunk as (
  select :chunk as k
   where not exists (select from settlement_chunks where game_number = :game and chunk = :chunk)
), lying as materialized (
  select player_id, spot, mode, bigint_sum(amount) as stake
    from ${BETS_OF_THE_CHUNK} and exists (select from chunk)
   group by player_id, spot, mode
  having bigint_sum(amount) > 0
), verdict as materialized (
  select * from unnest(:spots, :modes, :wins, :pers) as v(spot, mode, win, per)
), paid as materialized (
  select player_id, bigint_sum(stake + stake * win / per) as amount
    from lying join verdict using (spot, mode)
   group by player_id
   order by player_id
), total as materialized (
  select (select bigint_sum(stake) from lying) as stakes,
         (select bigint_sum(amount) from paid) as paid,
         (select count(*) from paid)::int as players
), ordered as materialized (
  select player_id from hand_pays where game_number = :game and ordinal = 0
), by_hand as materialized (
  select player_id, paid.amount, outside.id
    from paid join ordered using (player_id)
   cross join (select id from accounts where name = 'outside') as outside
), by_account as materialized (
  select player_id, amount from paid where player_id not in (select player_id from by_hand)
   order by player_id
), sorted as materialized (
  select array_agg(player_id order by player_id) as players,
         array_agg(amount order by player_id) as amounts from by_account
), house as (
  select id from accounts where name = 'house'
), ${stakes}, done as (
  insert into settlement_chunks (game_number, chunk, chunks, verdict, stakes, paid, players, by_currency)
  select :game, :chunk, :chunks, :verdict, total.stakes, total.paid, total.players, ${isByCurrency} from total, chunk
  on conflict do nothing
  returning 1
), entry as (
  insert into entries (key, kind)
  select 'round:' || :game || ':' || :verdict || ':' || :chunk, (case :verdict when 'void' then 'refund' else 'settlement' end)::entry_kind
    from done, total where total.stakes > 0
  returning id
), credited as (
  update accounts a set balance = a.balance + ${AMOUNT}
   where a.player_id = any ((select players from sorted)::bigint[]) and a.kind = 'session' and exists (select from done)
  returning a.id, a.player_id, ${AMOUNT} as amount
), given as (
  select id, player_id, amount from credited
  union all
  select id, player_id, amount from by_hand where exists (select from done)
), ${drained}posted as (
  insert into postings (entry_id, line, source_id, destination_id, amount)
  ${netted}
  union all
  select entry.id, row_number() over (), ${source}
), payout as (
  insert into payouts (game_number, player_id, paid, entry_id)
  select :game, given.player_id, given.amount, entry.id from entry, given
)
select stakes, paid, players from total where exists (select from done)`,
  });

/** In which accounts the stakes of a round are, as parts of the statement. */
interface StakesHeld {
  /** Written with the chunk: a round of several currencies takes no other. */
  readonly isByCurrency: boolean;
  readonly stakes: string;
  /** Empty where `DRAIN` follows. */
  readonly drained: string;
  readonly source: string;
  readonly netted: string;
}

const PAY_CHUNK = paying('pay_chunk', {
  isByCurrency: false,
  stakes: `stakes as (
  select stakes_account_id as id from rounds where game_number = :game
)`,
  drained: '',
  source: 'stakes.id, given.id, given.amount from entry, stakes, given',
  netted: `select entry.id, 0,
         case when total.stakes > total.paid then stakes.id else house.id end,
         case when total.stakes > total.paid then house.id else stakes.id end,
         abs(total.stakes - total.paid)
    from entry, total, stakes, house where total.stakes <> total.paid`,
});

/**
 * Takes what the chunk has paid off the stakes of its round. The chunks of a round wait for each
 * other here, so that it is a statement of its own, behind the guards of the one before.
 */
const DRAIN = statement({
  name: 'drain_stakes',
  inputs: { game: 'bigint', chunk: 'int' },
  text: `
update accounts set balance = balance - (select stakes from settlement_chunks where game_number = :game and chunk = :chunk)
 where id = (select stakes_account_id from rounds where game_number = :game)
   and exists (select from settlement_chunks where game_number = :game and chunk = :chunk and stakes > 0
                and xmin = pg_current_xact_id_if_assigned()::xid)`,
});

/** The same of a round at a table of several currencies: each player's is in the player's own. */
const PAY_CHUNK_BY_CURRENCY = paying('pay_chunk_by_currency', {
  isByCurrency: true,
  stakes: `stakes as materialized (
  select a.id, a.currency from rounds r join accounts a on a.id = r.stakes_account_id or a.id = any(r.further_stakes_account_ids)
   where r.game_number = :game
), by_currency as materialized (
  select stakes.id, bigint_sum(stake) as stakes, bigint_sum(paid) as paid
    from (select player_id, bigint_sum(stake) as stake from lying group by player_id) as placed
    left join (select player_id, amount as paid from paid) as back using (player_id)
    join players p on p.id = player_id join stakes using (currency)
   group by stakes.id order by stakes.id
)`,
  drained: `drained as (
  update accounts a set balance = a.balance - c.stakes from by_currency c
   where a.id = c.id and exists (select from entry)
), `,
  source: `stakes.id, given.id, given.amount
    from entry, given join players p on p.id = given.player_id join stakes using (currency)`,
  netted: `select entry.id, 1 - row_number() over (order by c.id),
         case when c.stakes > c.paid then c.id else house.id end,
         case when c.stakes > c.paid then house.id else c.id end,
         abs(c.stakes - c.paid)
    from entry, by_currency c, house where c.stakes <> c.paid`,
});

/**
 * In one transaction that is sent whole, so that the database has all of it at once: whatever
 * becomes of this process, no lock is held for it. Undefined when the chunk had been paid before.
 * Amounts in minor units.
 */
export const payChunk = async (
  pool: pg.Pool,
  { game, chunk, chunks }: Chunk,
  { outcome, verdicts, isOfSeveral }: Judged,
): Promise<{ stakes: bigint; paid: bigint; players: number } | undefined> => {
  const values = { game, chunk, chunks, verdict: outcome, ...payingVerdicts(verdicts) };
  const statements = isOfSeveral
    ? [PAY_CHUNK_BY_CURRENCY(values)]
    : [PAY_CHUNK(values), DRAIN({ game, chunk })];
  const [, paid] = await inOneTrip(pool, statements);
  const row = paid?.rows[0] as { stakes: string; paid: string; players: number } | undefined;
  if (row === undefined) return undefined;
  return { stakes: BigInt(row.stakes), paid: BigInt(row.paid), players: row.players };
};

/** The verdicts that return or win something. */
export const payingVerdicts = (verdicts: Verdicts): Values<typeof PAYING_INPUTS> => {
  const paying = MODES.flatMap((mode) =>
    SPOTS.map((spot) => ({ mode, spot, ...multiplier(verdicts[mode][spot]) })),
  ).filter(({ per }) => per > 0);
  return {
    spots: paying.map(({ spot }) => spot),
    modes: paying.map(({ mode }) => mode),
    wins: paying.map(({ win }) => win),
    pers: paying.map(({ per }) => per),
  };
};

/** Winnings are stake × win / per, rounded down. A `per` of 0 marks a lost stake. */
const multiplier = (verdict: Verdict): { win: number; per: number } => {
  switch (verdict.kind) {
    case 'lost':
      return { win: 0, per: 0 };
    case 'returned':
      return { win: 0, per: 1 };
    case 'won':
      return { win: verdict.odds.win, per: verdict.odds.stake };
  }
};
