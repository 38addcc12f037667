/** What a player owes after a correction, and its recovery from later credit. */
import type pg from 'pg';
import { type Amount, ZERO, amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { type AccountName, shortfallAccount } from '../money/chart-of-accounts.js';
import type { Transaction } from '../platform/transaction.js';
import { post, readBalance } from './post.js';

/**
 * Of which credit a shortfall is recovered: of what is cashed out, of what is brought to the
 * tables, or of none but what a correction gives back.
 */
export const RECOVERY_POLICIES = ['cash_out', 'deposit', 'never'] as const;
export type RecoveryPolicy = (typeof RECOVERY_POLICIES)[number];

/**
 * Takes from `source`, which has just got `credit` by the entry `moved`, what the player owes, and
 * no more than that credit; what was taken. The player's session is locked by then, as by all that
 * changes a shortfall.
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

/** Who owes, and how much. */
export const readShortfalls = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<
  readonly { readonly player: string; readonly name: string; readonly owed: string }[]
> => {
  const { rows } = await pool.query<{ player: string; name: string; owed: string }>(
    `select p.id as player, p.name, -a.balance as owed
       from accounts a join players p on p.id = a.player_id
      where a.kind = 'shortfall' and a.balance < 0 order by a.balance, p.id`,
  );
  return rows;
};
