/**
 * What a round, or a correction of it, that cannot be paid owes a player, for its payment by hand;
 * and whose account it is that cannot be credited.
 */
import type pg from 'pg';
import { type Credit, canBeCredited } from '../ledger/can-be-credited.js';
import { type Moving, readMoving } from '../ledger/read-moving.js';
import { type Owed, readOwed } from '../ledger/read-owed.js';
import type { Preview } from '../protocol/approval.js';
import { readOrder } from './correct-round.js';
import { judge } from './pay-round.js';
import type { OwedPayment } from './store.js';

type Reads = Pick<pg.Pool, 'query'>;

/** What one player is owed, in minor units. A correction may take back: `owed` is negative then. */
export interface HandPayDue {
  readonly player: string;
  /** The number of the correction that owes it. Left out for the round itself. */
  readonly correction?: number;
  readonly bets: number;
  readonly stakes: string;
  /** What the player has got of the round so far. */
  readonly was: string;
  readonly owed: string;
}

/**
 * Undefined where neither the round nor a correction of it owes the player anything, or what it
 * owes is paid, or ordered.
 */
export const readHandPay = async (
  pool: Reads,
  game: string,
  player: string,
): Promise<HandPayDue | undefined> => {
  const { rows } = await pool.query<{ ordinal: number }>(
    'select ordinal from corrections where game_number = $1 and finished_seq is null',
    [game],
  );
  const correction = rows[0]?.ordinal;
  if (correction === undefined) return ofRound(await readUnpaid(pool, game, player));
  const [moving] = await readUncorrected(pool, { game, correction }, player);
  return moving && { ...ofCorrection(moving), correction };
};

const ofRound = ([owed]: readonly Owed[]): HandPayDue | undefined => owed && { ...owed, was: '0' };

const ofCorrection = ({ player, bets, stakes, was, paid }: Moving): HandPayDue => ({
  player,
  bets,
  stakes,
  was,
  owed: String(BigInt(paid) - BigInt(was)),
});

/** In the words of every other preview: of this player alone. Nobody owes anything after it. */
export const previewHandPay = ({ bets, stakes, was, owed }: HandPayDue): Preview => {
  const change = BigInt(owed);
  const [taken, given] = change < 0n ? [-change, 0n] : [0n, change];
  return {
    bets,
    players: 1,
    stakes,
    was,
    paid: String(BigInt(was) + change),
    back: owed,
    takenBack: String(taken),
    losers: taken > 0n ? 1 : 0,
    given: String(given),
    gainers: given > 0n ? 1 : 0,
    shortPlayers: 0,
    shortfall: '0',
  };
};

const readUnpaid = async (
  pool: Reads,
  game: string,
  player: string | null,
): Promise<readonly Owed[]> => {
  const { rows } = await pool.query(
    `select from rounds where game_number = $1 and status in ('resulted', 'void')`,
    [game],
  );
  if (rows.length === 0) return [];
  const { verdicts } = await judge(pool, game);
  return readOwed(pool, game, player, verdicts);
};

const readUncorrected = async (
  pool: Reads,
  { game, correction }: { readonly game: string; readonly correction: number },
  player: string | null,
): Promise<readonly Moving[]> => {
  const order = await readOrder(pool, game, correction);
  if (order === undefined) return [];
  return readMoving(pool, { game, ordinal: correction }, order.position, player);
};

/** What the payment moves on the accounts of each player whose chunk is not paid. */
const readCredits = async (
  pool: Reads,
  { game, correction }: OwedPayment,
): Promise<readonly Credit[]> => {
  if (correction !== undefined) return readUncorrected(pool, { game, correction }, null);
  const owed = await readUnpaid(pool, game, null);
  return owed.map(({ player, owed: session }) => ({ player, session, game: '0' }));
};

/** More of them than this have one cause together, which is not theirs. */
const NAMED_MAX = 5;

/**
 * The players whose accounts cannot be credited with what the round, or its correction, owes them:
 * found by halves, in transactions that are rolled back. None where the cause is another, or too
 * many have it.
 */
export const findUncreditable = async (
  pool: pg.Pool,
  payment: OwedPayment,
): Promise<readonly string[]> => {
  const found: string[] = [];
  const look = async (credits: readonly Credit[]): Promise<void> => {
    if (credits.length === 0 || found.length > NAMED_MAX) return;
    if (await canBeCredited(pool, credits)) return;
    if (credits.length === 1) {
      found.push(credits[0]!.player);
      return;
    }
    const half = Math.ceil(credits.length / 2);
    await look(credits.slice(0, half));
    await look(credits.slice(half));
  };
  await look(await readCredits(pool, payment));
  return found.length > NAMED_MAX ? [] : found;
};
