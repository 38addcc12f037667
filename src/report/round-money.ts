/**
 * The money of a round: every bet, the closing stakes and what came back of them, and the postings
 * that moved it.
 */
import type pg from 'pg';
import { amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import type { RoundReport } from '../protocol/report.js';
import { paytable } from '../punto-banco/paytable.js';
import { paid } from '../money/verdict.js';
import { type Verdicts, verdicts } from '../punto-banco/settle.js';
import type { RoundOutcome } from './round-outcome.js';

type Reads = Pick<pg.Pool, 'query'>;
type Bet = RoundReport['bets'][number];
type ClosingStake = RoundReport['closingStakes'][number];
type Posting = RoundReport['postings'][number];

export const readBets = async (pool: Reads, game: string): Promise<Bet[]> => {
  const { rows } = await pool.query<
    Omit<Bet, 'seq' | 'currency'> & { seq: string; currency: string | null }
  >(
    `select b.seq, b.player_id as player, p.name, b.bet_id as "betId", b.kind, b.spot, b.mode, b.amount, b.balance_after as balance, f.currency
       from bets b join players p on p.id = b.player_id join rounds r using (game_number)
       left join accounts f on f.id = any(r.further_stakes_account_ids) and f.currency = p.currency
      where b.game_number = $1 order by b.seq, b.player_id, b.bet_id, b.line`,
    [game],
  );
  return rows.map(({ currency, ...row }) => ({
    ...row,
    seq: Number(row.seq),
    ...(currency !== null && { currency }),
  }));
};

/** The closing stakes and what came back of them, bet by bet, as the settlement pays. */
export const closingStakesOf = (
  bets: readonly Bet[],
  outcome: RoundOutcome,
  version: string,
): ClosingStake[] => {
  const rates = paytable(version);
  assert(rates !== undefined, 'a round has a paytable that is known');
  const given = outcome.kind === 'settled' ? verdicts(outcome.coup, rates) : undefined;
  const lying = new Map<string, { readonly bet: Bet; stake: bigint }>();
  for (const bet of bets) {
    const key = `${bet.player} ${bet.mode} ${bet.spot}`;
    const known = lying.get(key);
    if (known === undefined) lying.set(key, { bet, stake: BigInt(bet.amount) });
    else known.stake += BigInt(bet.amount);
  }
  return [...lying.values()]
    .filter(({ stake }) => stake > 0n)
    .map(({ bet: { player, name, mode, spot, currency }, stake }) => {
      const back = backOf({ player, mode, spot }, stake, outcome, given);
      const its = { player, name, ...(currency !== undefined && { currency }) };
      return { ...its, mode, spot, stake: stake.toString(), paid: back?.toString() ?? null };
    });
};

/** Undefined until the round has ended. */
const backOf = (
  { player, mode, spot }: Pick<Bet, 'player' | 'mode' | 'spot'>,
  stake: bigint,
  outcome: RoundOutcome,
  given: Verdicts | undefined,
): bigint | undefined => {
  if (outcome.kind === 'unended') return undefined;
  if (outcome.kind === 'void' || given === undefined || outcome.refunded.has(player)) return stake;
  return paid(given[mode][spot], amount(stake));
};

/**
 * For the bets and the settlement, every entry that touches the round's accounts of stakes. For the
 * corrections, the entries under their keys.
 */
const POSTINGS = `
with entry_ids as (
  select entry_id from postings where source_id = any($1)
  union select entry_id from postings where destination_id = any($1)
  union select id from entries where key = any($2)
)
select e.id as entry, e.key, e.kind, e.at, s.name as source, d.name as destination, p.amount, coalesce(s.currency, d.currency) as currency
  from entry_ids i join entries e on e.id = i.entry_id
  join postings p on p.entry_id = e.id join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
 order by e.id, p.line`;

/**
 * `stakesAccounts` are their ids. `keys` are those of the entries that its corrections may have
 * made.
 */
export const readPostings = async (
  pool: Reads,
  stakesAccounts: readonly string[],
  keys: readonly string[],
): Promise<Posting[]> => {
  const { rows } = await pool.query<
    Omit<Posting, 'atMs' | 'currency'> & { at: Date; currency: string | null }
  >(POSTINGS, [stakesAccounts, keys]);
  return rows.map(({ at, currency, ...row }) => ({
    ...row,
    atMs: at.getTime(),
    ...(stakesAccounts.length > 1 && currency !== null && { currency }),
  }));
};

/** Undefined where the postings of the round's bets and payments are in the database. */
export const readArchive = async (pool: Reads, game: string): Promise<number | undefined> => {
  const { rows } = await pool.query<{ number: string }>(
    `select p.number from period_archives a join periods p on p.number = a.period where p.games @> $1::bigint`,
    [game],
  );
  return rows[0] && Number(rows[0].number);
};
