/**
 * What a round that cannot be paid owes a player, for its payment by hand; and whose account it is
 * that cannot be credited.
 */
import type pg from 'pg';
import { canBeCredited } from '../ledger/can-be-credited.js';
import { type Owed, readOwed } from '../ledger/read-owed.js';
import type { Preview } from '../protocol/approval.js';
import { judge } from './pay-round.js';

type Reads = Pick<pg.Pool, 'query'>;

/** Undefined where the round owes the player nothing, or what it owes is paid, or ordered. */
export const readHandPay = async (
  pool: Reads,
  game: string,
  player: string,
): Promise<Owed | undefined> => (await readUnpaid(pool, game, player))[0];

/** In the words of every other preview: the player gets all of it, and nobody loses anything. */
export const previewHandPay = ({ bets, stakes, owed }: Owed): Preview => ({
  bets,
  players: 1,
  stakes,
  was: '0',
  paid: owed,
  back: owed,
  takenBack: '0',
  losers: 0,
  given: owed,
  gainers: 1,
  shortPlayers: 0,
  shortfall: '0',
});

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

/** More of them than this have one cause together, which is not theirs. */
const NAMED_MAX = 5;

/**
 * The players of the round whose accounts cannot be credited with what it owes them: found by
 * halves, in transactions that are rolled back. None where the cause is another, or too many have
 * it.
 */
export const findUncreditable = async (pool: pg.Pool, game: string): Promise<readonly string[]> => {
  const found: string[] = [];
  const look = async (owed: readonly Owed[]): Promise<void> => {
    if (owed.length === 0 || found.length > NAMED_MAX || (await canBeCredited(pool, owed))) return;
    if (owed.length === 1) {
      found.push(owed[0]!.player);
      return;
    }
    const half = Math.ceil(owed.length / 2);
    await look(owed.slice(0, half));
    await look(owed.slice(half));
  };
  await look(await readUnpaid(pool, game, null));
  return found.length > NAMED_MAX ? [] : found;
};
