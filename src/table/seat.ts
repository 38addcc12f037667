/**
 * A player seat: what the table keeps in memory of one player. All of it can be found again in
 * Postgres.
 */
import type pg from 'pg';
import type { BetLine } from '../ledger/bet-line.js';
import type { Amount } from '../money/amount.js';
import { type Slip, type Stakes, emptySlip } from '../punto-banco/slip.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { NO_STAKES } from '../punto-banco/stakes.js';
import { readPreviousStakes } from './previous-stakes.js';

/**
 * What a betting command asked, so that a retry can be distinguished from another command under the
 * same id.
 */
export type BetContent =
  | { readonly kind: 'place'; readonly spot: Spot; readonly amount: Amount; readonly mode?: never }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'undo' | 'clear' | 'repeat' | 'double'; readonly mode?: never };

/** The answer to a betting command that stands. */
export interface BetAnswer {
  readonly seq: number;
  readonly balance: bigint;
  readonly change: ReadonlyMap<Spot, bigint>;
  readonly leftOut: readonly Spot[];
  readonly capped: readonly Spot[];
}

/** A command that stands, as its rows record it. */
export interface FoundBet {
  readonly playerId: string;
  readonly betId: string;
  readonly game: string;
  readonly lines: readonly BetLine[];
  readonly content: BetContent;
  readonly answer: BetAnswer;
}

export interface PlayerSeat {
  readonly playerId: string;
  readonly accountId: string;
  slip: Slip;
  /** What Repeat places again: the stakes of the last round that the player played. */
  previous: Stakes;
  /** For this round, by bet id. */
  readonly answers: Map<string, { readonly content: BetContent; readonly answer: BetAnswer }>;
  /** A command of the player is on its way to the ledger. The next one waits for it. */
  isBetting: boolean;
}

/** Seats for players, without the bets of `currentGame`. Players who do not exist are left out. */
export const readSeats = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  playerIds: readonly string[],
  currentGame: string,
): Promise<readonly PlayerSeat[]> => {
  if (playerIds.length === 0) return [];
  const [players, previous] = await Promise.all([
    pool.query<{ id: string; mode: Mode; account_id: string }>(
      `select p.id, p.mode, a.id as account_id
         from players p join accounts a on a.player_id = p.id and a.kind = 'session'
        where p.id = any($1::bigint[])`,
      [playerIds],
    ),
    readPreviousStakes(pool, table, playerIds, currentGame),
  ]);
  return players.rows.map(({ id, mode, account_id }) => ({
    playerId: id,
    accountId: account_id,
    slip: emptySlip(mode),
    previous: previous.get(id) ?? NO_STAKES,
    answers: new Map(),
    isBetting: false,
  }));
};
