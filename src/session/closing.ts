/**
 * The end of a session within a transaction: under the lock of its credit, and only when no stake
 * of it is on a table or in a hand of a solo game.
 */
import { type Amount, ZERO } from '../money/amount.js';
import { sessionAccount } from '../money/chart-of-accounts.js';
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';
import type { SessionEnd } from '../protocol/session.js';
import type { Wallet } from '../wallet/wallet.js';

/**
 * Locked before anything is read. After that, a bet has either been committed or finds the account
 * empty.
 */
export const lockCredit = async (tx: Transaction, playerId: string): Promise<Amount> => {
  const { rows } = await tx.query<{ balance: string }>(
    'select balance from accounts where name = $1 for update',
    [sessionAccount(playerId)],
  );
  return BigInt(rows[0]?.balance ?? ZERO) as Amount;
};

/** The id of the player's open session. Nobody else changes it until `tx` ends. */
export const lockSession = async (
  tx: Transaction,
  playerId: string,
): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string }>(
    'select id from sessions where player_id = $1 and closed_at is null for update',
    [playerId],
  );
  return rows[0]?.id;
};

interface Closing {
  readonly sessionId: string;
  readonly playerId: string;
  /** All of the credit, locked by `lockCredit`. */
  readonly credit: Amount;
  readonly reason: SessionEnd;
  /** Unique for ever for the player. The credit goes back under this key, once. */
  readonly key: string;
}

const CLOSE = statement({
  inputs: { sessionId: 'bigint', reason: 'session_end', credit: 'bigint', key: 'text' },
  text: `
update sessions set closed_at = studio_clock(), closed_reason = :reason, closed_amount = :credit, closed_key = :key
 where id = :sessionId`,
});

/**
 * Moves the credit back and closes the session. Refuses `round_in_hand` while the player has stakes
 * in a round that has not ended, and `hand_in_play` while one of a solo game is, for a week at
 * most.
 */
export const closeSession = async (
  tx: Transaction,
  wallet: Wallet,
  { sessionId, playerId, credit, reason, key }: Closing,
): Promise<'closed' | 'round_in_hand' | 'hand_in_play' | 'key_reused'> => {
  if (await hasStakes(tx, playerId)) return 'round_in_hand';
  if (await hasHandInPlay(tx, playerId)) return 'hand_in_play';
  // Also of no credit: an operator's wallet is owed what else the player has here.
  const moved = await wallet.cashOut(tx, playerId, credit, key);
  if (!moved.ok || !moved.isNew) return 'key_reused';
  await tx.query(CLOSE({ sessionId, reason, credit, key }));
  return 'closed';
};

const hasStakes = async (tx: Transaction, playerId: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select r.game_number
       from rounds r join bets b on b.game_number = r.game_number and b.player_id = $1
      where r.status in ('betting', 'closed', 'resulted', 'void')
      group by r.game_number having sum(b.amount) > 0`,
    [playerId],
  );
  return (rowCount ?? 0) > 0;
};

const hasHandInPlay = async (tx: Transaction, playerId: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from solo_hands where player_id = $1 and status = 'in_play'`,
    [playerId],
  );
  return (rowCount ?? 0) > 0;
};
