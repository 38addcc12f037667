/** What a player owes after a correction, and its recovery from later credit. */
import type pg from 'pg';
import { type Amount, ZERO, amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { type AccountName, shortfallAccount } from '../money/chart-of-accounts.js';
import type { Transaction } from '../platform/transaction.js';
import { post, readBalance } from './post.js';

/**
 * What a shortfall is recovered from: credit that is cashed out, credit that is brought to the
 * tables, or nothing but what a correction pays.
 */
export const RECOVERY_POLICIES = ['cash_out', 'deposit', 'never'] as const;
export type RecoveryPolicy = (typeof RECOVERY_POLICIES)[number];

/**
 * Takes what the player owes from `source`, which has just received `credit` by the entry `moved`,
 * and no more than that credit. Returns what was taken. The player's session is locked by then, as
 * by everything that changes a shortfall.
 */
export const recover = async (
  tx: Transaction,
  playerId: string,
  source: AccountName,
  credit: Amount,
  moved: string,
): Promise<Amount> => {
  const destination = shortfallAccount(playerId);
  const balance = (await readBalance(tx, destination)) ?? ZERO;
  const owed = amount(0n - balance);
  const taken = owed < credit ? owed : credit;
  if (taken === 0n) return ZERO;
  const posted = await post(tx, {
    key: `recovery:${moved}`,
    kind: 'recovery',
    postings: [{ source, destination, amount: taken }],
  });
  assert(posted.ok, 'credit that has just come can be taken');
  return taken;
};

interface Shortfall {
  readonly player: string;
  readonly name: string;
  readonly currency: string;
  /** Minor units. */
  readonly owed: string;
}

/** Who owes, and how much: one currency after the other, the most first. */
export const readShortfalls = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<readonly Shortfall[]> => {
  const { rows } = await pool.query<Shortfall>(
    `select p.id as player, p.name, p.currency, -a.balance as owed
       from accounts a join players p on p.id = a.player_id
      where a.kind = 'shortfall' and a.balance < 0 order by p.currency, a.balance, p.id`,
  );
  return rows;
};
