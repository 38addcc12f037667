/**
 * Paying a correction, chunk by chunk, from Postgres alone. Whoever runs it, and however often,
 * each chunk is paid once.
 */
import type pg from 'pg';
import { correctChunk } from '../ledger/correct-chunk.js';
import type { Position } from '../ledger/position.js';
import { adjustWallets } from '../ledger/stakes-of-wallets.js';
import { assert } from '../money/assert.js';
import { retrying } from '../platform/transaction.js';
import type { CorrectedFurther } from '../round/command.js';
import type { Fix } from '../round/correction.js';
import { verdictsOf } from './pay-round.js';

/** A correction of a round by its number: 1 for the round's first. */
export interface CorrectionChunk {
  readonly game: string;
  readonly correction: number;
  readonly chunk: number;
}

/** Amounts in minor units, of the whole round. */
export interface PaidCorrection {
  readonly stakes: bigint;
  readonly paid: bigint;
  readonly shortfall: bigint;
  /** Of them, what is of further currencies. Left out where there is none. */
  readonly further?: readonly CorrectedFurther[];
}

/**
 * Pays one chunk of a correction that was ordered. Does nothing where the chunk was paid before or
 * the correction is finished.
 */
export const correctRoundChunk = async (
  pool: pg.Pool,
  { game, correction, chunk }: CorrectionChunk,
): Promise<void> => {
  const order = await readOrder(pool, game, correction);
  if (order === undefined) return;
  const corrected = { game, ordinal: correction, chunk, chunks: order.chunks };
  await correctChunk(pool, corrected, order.position);
  await retrying(() => adjustWallets(pool, game, correction));
};

/** The number of chunks that the correction is cut into. Undefined where none is owed. */
export const readCut = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
  correction: number,
): Promise<number | undefined> => (await readOrder(pool, game, correction))?.chunks;

/** What the chunks paid in total. Undefined while one, or what a wallet is asked, is missing. */
export const readCorrected = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
  correction: number,
): Promise<PaidCorrection | undefined> => {
  const { rows } = await pool.query<{
    stakes: string;
    paid: string;
    shortfall: string;
  }>(
    `select sum(k.stakes) as stakes, sum(k.paid) as paid, sum(k.shortfall) as shortfall
       from corrections c join correction_chunks k using (game_number, ordinal)
      where c.game_number = $1 and c.ordinal = $2 and wallets_are_adjusted($1, $2)
      group by c.chunks having count(*) = c.chunks`,
    [game, correction],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { rows: further } = await pool.query<CorrectedFurther>(CORRECTED_IN_FURTHER, [
    game,
    correction,
  ]);
  return {
    stakes: BigInt(row.stakes),
    paid: BigInt(row.paid),
    shortfall: BigInt(row.shortfall),
    ...(further.length > 0 && { further }),
  };
};

/** What the last correction of a round has moved. Nothing is looked at of one currency. */
const CORRECTED_IN_FURTHER = `
select a.currency, sum(b.stake)::text as stakes, sum(coalesce(c.paid, o.paid, 0))::text as paid,
       sum(case when c.ordinal = $2 then c.shortfall else 0 end)::text as shortfall
  from rounds r join accounts a on a.id = any(r.further_stakes_account_ids)
 cross join lateral (
   select player_id, sum(amount) as stake from bets
    where game_number = r.game_number group by player_id having sum(amount) > 0) as b
  join players p on p.id = b.player_id and p.currency = a.currency
  left join payouts o on o.game_number = r.game_number and o.player_id = b.player_id
  left join lateral (
    select ordinal, paid, shortfall from correction_payouts
     where game_number = r.game_number and player_id = b.player_id and ordinal <= $2
     order by ordinal desc limit 1) as c on true
 where r.game_number = $1
 group by a.currency order by a.currency`;

interface Order {
  readonly chunks: number;
  readonly position: Position;
}

/** Undefined where no such correction is owed. */
export const readOrder = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
  correction: number,
): Promise<Order | undefined> => {
  const { rows } = await pool.query<{
    fix: Fix;
    coup: string | null;
    player_id: string | null;
    chunks: number;
    paytable: string;
  }>(
    `select c.fix, c.coup, c.player_id, c.chunks, r.paytable
       from corrections c join rounds r using (game_number)
      where c.game_number = $1 and c.ordinal = $2 and c.finished_seq is null`,
    [game, correction],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const position = positionOf(row.fix, row.coup, row.player_id, row.paytable);
  assert(position !== undefined, 'a correction that was ordered has its coup, or its player');
  return { chunks: row.chunks, position };
};

/** Undefined where the coup is invalid, or where something that the fix needs is missing. */
export const positionOf = (
  fix: Fix,
  coup: string | null,
  player: string | null,
  paytable: string,
): Position | undefined => {
  switch (fix) {
    case 'void':
      return { fix };
    case 'refund':
      return player === null ? undefined : { fix, player };
    case 'resettle': {
      const verdicts = coup === null ? undefined : verdictsOf(coup, paytable);
      return verdicts && { fix, verdicts };
    }
  }
};
