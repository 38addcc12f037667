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
import type { Fix } from '../round/correction.js';
import { verdictsOf } from './pay-round.js';

/** A correction of a round by its number: 1 for the round's first. */
export interface CorrectionPart {
  readonly game: string;
  readonly correction: number;
  readonly chunk: number;
}

/** Amounts in minor units, of the whole round. */
export interface PaidCorrection {
  readonly stakes: bigint;
  readonly paid: bigint;
  readonly shortfall: bigint;
  /** Minor units of whatever currency: the table takes several. Left out where it is one. */
  readonly isOfSeveral?: true;
}

/**
 * Pays one chunk of a correction that was ordered. Does nothing where the chunk was paid before or
 * the correction is finished.
 */
export const correctPart = async (
  pool: pg.Pool,
  { game, correction, chunk }: CorrectionPart,
): Promise<void> => {
  const order = await readOrder(pool, game, correction);
  if (order === undefined) return;
  const part = { game, ordinal: correction, chunk, chunks: order.chunks };
  await correctChunk(pool, part, order.position);
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
    isOfSeveral: boolean;
  }>(
    `select (select further_stakes_account_ids <> '{}' from rounds where game_number = $1) as "isOfSeveral", sum(k.stakes) as stakes, sum(k.paid) as paid, sum(k.shortfall) as shortfall
       from corrections c join correction_chunks k using (game_number, ordinal)
      where c.game_number = $1 and c.ordinal = $2 and wallets_are_adjusted($1, $2)
      group by c.chunks having count(*) = c.chunks`,
    [game, correction],
  );
  const row = rows[0];
  return (
    row && {
      stakes: BigInt(row.stakes),
      paid: BigInt(row.paid),
      shortfall: BigInt(row.shortfall),
      ...(row.isOfSeveral && { isOfSeveral: true as const }),
    }
  );
};

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
