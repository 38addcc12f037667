/**
 * Paying a round, chunk by chunk, from Postgres alone. Whoever runs it, and however often, each
 * chunk is paid once.
 */
import type pg from 'pg';
import { type Chunk, type Judged, type Payment, payChunk } from '../ledger/pay-chunk.js';
import { creditWallets } from '../ledger/stakes-of-wallets.js';
import { assert } from '../money/assert.js';
import { retrying } from '../platform/transaction.js';
import { parseCoup } from '../punto-banco/notation.js';
import { paytable } from '../punto-banco/paytable.js';
import { type Verdicts, verdicts } from '../punto-banco/settle.js';
import { MODES, SPOTS } from '../punto-banco/spot.js';
import type { PaidFurther } from '../round/command.js';

/** How a round ended. Amounts in minor units, of whatever currency. */
export interface PaidRound {
  readonly outcome: Payment;
  readonly stakes: bigint;
  readonly paid: bigint;
  /** Of them, what is of further currencies. Left out where there is none. */
  readonly further?: readonly PaidFurther[];
}

/**
 * Pays one chunk of a resulted round, or refunds it where the round is void. Does nothing where the
 * chunk was paid before or the round was cut into another number of chunks. The chunks of a round
 * are paid side by side.
 */
export const payRoundChunk = async (pool: pg.Pool, chunk: Chunk): Promise<void> => {
  const { game, chunks } = chunk;
  const asked = { ...CUT_AND_READ, values: [game, chunks] };
  let judged = judgedBy(game, await pool.query<RoundToPay>(asked));
  if (judged.chunks === null) judged = judgedBy(game, await pool.query<RoundToPay>(asked));
  if (judged.chunks !== chunks) return;
  await payChunk(pool, chunk, judged);
  if (judged.hasDebits) await retrying(() => creditWallets(pool, chunk));
};

/** What the chunks paid in total. Undefined while one, or the credit of a wallet, is missing. */
export const readPaid = async (pool: pg.Pool, game: string): Promise<PaidRound | undefined> => {
  const { rows } = await pool.query<PaidRow>({ ...PAID, values: [game] });
  const row = rows[0];
  if (row === undefined) return undefined;
  const sums = { stakes: BigInt(row.stakes), paid: BigInt(row.paid) };
  if (!row.isOfSeveral) return { outcome: row.verdict, ...sums };
  const { rows: further } = await pool.query<PaidFurther>(PAID_IN_FURTHER, [game]);
  return { outcome: row.verdict, ...sums, ...(further.length > 0 && { further }) };
};

interface PaidRow extends Pick<RoundToPay, 'isOfSeveral'> {
  readonly verdict: Payment;
  readonly stakes: string;
  readonly paid: string;
}

const PAID = {
  name: 'paid_round',
  text: `
select min(verdict) as verdict, sum(stakes) as stakes, sum(paid) as paid,
       (select further_stakes_account_ids <> '{}' from rounds where game_number = $1) as "isOfSeveral"
  from settlement_chunks where game_number = $1
   and not exists (select from wallet_movements d
         where d.game_number = $1 and d.kind = 'debit' and d.status = 'done'
           and not exists (select from wallet_movements c
                 where c.game_number = $1 and c.kind = 'credit' and c.player_id = d.player_id))
having count(*) = max(chunks)`,
};

const PAID_IN_FURTHER = `
select a.currency, sum(b.stake)::text as stakes, coalesce(sum(o.paid), 0)::text as paid
  from rounds r join accounts a on a.id = any(r.further_stakes_account_ids)
 cross join lateral (
   select player_id, sum(amount) as stake from bets
    where game_number = r.game_number group by player_id having sum(amount) > 0) as b
  join players p on p.id = b.player_id and p.currency = a.currency
  left join payouts o on o.game_number = r.game_number and o.player_id = b.player_id
 where r.game_number = $1
 group by a.currency order by a.currency`;

/**
 * The number of chunks that the payment of so many players is cut into, so that each pays about
 * `size` of them at most. Each chunk has as many slices of the players as any other, so that
 * nobody's bets are read for another chunk.
 */
export const chunkCount = (players: number, size: number): number => {
  const least = Math.max(1, Math.ceil(players / size));
  const even = CUTS.find((chunks) => chunks >= least);
  return even ?? Math.ceil(least / SLICES) * SLICES;
};

/** Slices of the players, by which their bets in a round are indexed. */
const SLICES = 60;
const CUTS = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, SLICES];

/**
 * Cuts the round into `chunks`, unless it is cut already, and returns the number of its chunks. The
 * number is decided once, and committed before the first chunk is paid: chunks cut in two ways
 * would pay a player twice, or never.
 */
export const cut = async (pool: pg.Pool, game: string, chunks: number): Promise<number> => {
  const { rowCount } = await pool.query(CUT, [game, chunks]);
  if (rowCount === 1) return chunks;
  const { rows } = await pool.query<{ chunks: number | null }>(
    'select chunks from rounds where game_number = $1',
    [game],
  );
  const cutBefore = rows[0]?.chunks ?? null;
  assert(cutBefore !== null, 'only a round that is resulted is settled');
  return cutBefore;
};

/** What a round is paid by, and how far its payment has come. */
interface JudgedRound extends Judged {
  /** The number of its chunks. Null while it is not cut. */
  readonly chunks: number | null;
  /** Whether a wallet was asked for stakes of it: at its close, and never later (W1). */
  readonly hasDebits: boolean;
}

interface RoundToPay extends Pick<JudgedRound, 'chunks' | 'isOfSeveral' | 'hasDebits'> {
  readonly status: string;
  readonly coup: string | null;
  readonly paytable: string;
}

const roundToPay = (chunks: string): string => `
select status, coup, paytable, ${chunks} as chunks, further_stakes_account_ids <> '{}' as "isOfSeveral",
       exists (select from wallet_movements m
                where m.game_number = r.game_number and m.kind = 'debit') as "hasDebits"
  from rounds r where r.game_number = $1`;

const ROUND_TO_PAY = roundToPay('chunks');

const CUT = `
update rounds set chunks = $2
 where game_number = $1 and chunks is null and status not in ('betting', 'closed')`;

/**
 * Both at once, and prepared, because it is asked again for each chunk. Of two who cut a round at
 * the same time, one waits for the other, and finds the number when it asks again.
 */
const CUT_AND_READ = {
  name: 'cut_and_read',
  text: `with cut as (${CUT} returning chunks) ${roundToPay('coalesce((select chunks from cut), chunks)')}`,
};

/**
 * A void round returns every stake. Any other is settled by its coup and the paytable it was played
 * on. None of it changes any more when a payment is due, and by trigger only what is due is paid.
 */
export const judge = async (pool: Pick<pg.Pool, 'query'>, game: string): Promise<JudgedRound> =>
  judgedBy(game, await pool.query<RoundToPay>(ROUND_TO_PAY, [game]));

const judgedBy = (game: string, { rows }: pg.QueryResult<RoundToPay>): JudgedRound => {
  const round = rows[0];
  assert(round !== undefined, `round ${game} exists`);
  const { chunks, isOfSeveral, hasDebits } = round;
  if (round.status === 'void' || round.status === 'refunded') {
    return { outcome: 'void', verdicts: ALL_RETURNED, chunks, isOfSeveral, hasDebits };
  }
  assert(
    round.status === 'resulted' || round.status === 'settled',
    'only a round that is resulted is settled',
  );
  const settled = round.coup === null ? undefined : verdictsOf(round.coup, round.paytable);
  assert(settled !== undefined, 'a resulted round has a coup and a paytable');
  return { outcome: 'settle', verdicts: settled, chunks, isOfSeveral, hasDebits };
};

/**
 * What a coup means for every bet, by the paytable that its round was played on. Undefined where
 * the coup or the paytable is invalid.
 */
export const verdictsOf = (notation: string, version: string): Verdicts | undefined => {
  const coup = parseCoup(notation);
  const rates = paytable(version);
  return coup && rates && verdicts(coup, rates);
};

const ALL_RETURNED = Object.fromEntries(
  MODES.map((mode) => [
    mode,
    Object.fromEntries(SPOTS.map((spot) => [spot, { kind: 'returned' }])),
  ]),
) as Verdicts;
