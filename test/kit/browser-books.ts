/** What the page shows compared with what Postgres holds: the same, to the cent. */
import type pg from 'pg';
import { expect } from 'vitest';
import { sessionAccount } from '../../src/money/chart-of-accounts.js';
import { readSlips } from './books.js';
import type { BrowserPlayer, ShownStakes } from './browser-player.js';

interface Money {
  readonly credit: bigint;
  readonly stakes: ShownStakes;
}

/** Euros as cents, for what a test expects. */
export const euros = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** The session's credit. */
export const creditOf = async (pool: pg.Pool, playerId: string): Promise<bigint> => {
  const { rows } = await pool.query<{ balance: string }>(
    'select balance from accounts where name = $1',
    [sessionAccount(playerId)],
  );
  return BigInt(rows[0]!.balance);
};

export const stakesOf = async (
  pool: pg.Pool,
  game: string,
  playerId: string,
): Promise<ShownStakes> => {
  const slips = await readSlips(pool, game);
  return Object.fromEntries(
    slips.filter((slip) => slip.playerId === playerId).flatMap(({ stakes }) => [...stakes]),
  );
};

/** How often the player placed, took back, doubled and so on in this round: commands that stand. */
export const placementsOf = async (
  pool: pg.Pool,
  game: string,
  playerId: string,
): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(distinct bet_id)::int as count from bets where game_number = $1 and player_id = $2',
    [game, playerId],
  );
  return rows[0]!.count;
};

/** Waits until the page shows this and Postgres holds it, so that nothing more is under way. */
export const expectMoney = async (
  pool: pg.Pool,
  player: BrowserPlayer,
  game: string,
  { credit, stakes }: Money,
): Promise<void> => {
  const total = Object.values(stakes).reduce((sum, stake) => sum + stake, 0n);
  const shown = async () => ({
    credit: await player.balance(),
    stakes: await player.stakes(),
    total: await player.total(),
  });
  await expect.poll(shown, { message: 'the page' }).toEqual({ credit, stakes, total });
  const held = async () => ({
    credit: await creditOf(pool, player.id),
    stakes: await stakesOf(pool, game, player.id),
  });
  await expect.poll(held, { message: 'Postgres' }).toEqual({ credit, stakes });
};
