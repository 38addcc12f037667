/** The end of a session that is due, in one transaction. */
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { inTransaction } from '../platform/transaction.js';
import type { Wallet } from '../wallet/wallet.js';
import { closeSession, lockCredit, lockSession } from './closing.js';
import { isHeld } from './connection-rows.js';
import { type SessionPolicy, dueOf } from './due.js';
import { type ConnectionWatch, readOpenSessions } from './session-rows.js';
import type { Ended } from './store.js';

/**
 * Looks again under the lock of the player's credit. A bet or a deposit that came before keeps the
 * session open. One that comes after finds it ended. `not_due` also where no session is open.
 */
export const endIfDue = async (
  pool: pg.Pool,
  wallet: Wallet,
  playerId: string,
  policy: SessionPolicy,
  watch: ConnectionWatch,
): Promise<Ended | 'not_due' | 'round_in_hand' | 'hand_in_play'> =>
  inTransaction(pool, async (tx) => {
    const credit = await lockCredit(tx, playerId);
    const id = await lockSession(tx, playerId);
    if (id === undefined) return 'not_due';
    const [session] = await readOpenSessions(tx, [playerId], policy, watch);
    assert(session?.id === id, 'a session that is locked stays open');
    const due = dueOf(session, policy);
    if (due === undefined || due.atMs > session.nowMs) return 'not_due';
    const { reason } = due;
    if (reason === 'connection_lost' && (await isHeld(tx, playerId))) return 'not_due';
    const closing = { sessionId: id, playerId, credit, reason, key: `session:${id}` };
    const closed = await closeSession(tx, wallet, closing);
    if (closed === 'round_in_hand' || closed === 'hand_in_play') return closed;
    assert(closed === 'closed', 'a session’s own key is used once');
    return { id, playerId, reason, amount: credit };
  });
