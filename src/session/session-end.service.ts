/**
 * Ends a session that is due. Whichever process looks, and however often, its credit goes back
 * once, and the player is notified.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { MONEY_POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { inTransaction } from '../platform/transaction.js';
import { WALLET, type Wallet } from '../wallet/wallet.js';
import { closeSession, lockCredit, lockSession } from './closing.js';
import { isHeld } from './connection-rows.js';
import { type SessionPolicy, dueOf } from './due.js';
import { type Ended, SessionNotices } from './session-notices.service.js';
import { type ConnectionWatch, readOpenSessions } from './session-rows.js';

@Injectable()
export class SessionEnd {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(WALLET) private readonly wallet: Wallet,
    private readonly notices: SessionNotices,
    private readonly metrics: Metrics,
    @InjectPinoLogger('sessions') private readonly logger: PinoLogger,
  ) {}

  /**
   * `round_in_hand`: the round is played out and paid first. An error is logged and keeps no other
   * session open.
   */
  async end(
    playerId: string,
    policy: SessionPolicy,
    watch: ConnectionWatch,
  ): Promise<'ended' | 'not_due' | 'round_in_hand' | 'failed'> {
    try {
      const ended = await endIfDue(this.pool, this.wallet, playerId, policy, watch);
      if (typeof ended === 'string') return ended;
      this.metrics.sessionsEnded.inc({ reason: ended.reason });
      await this.notices.ended(ended);
      return 'ended';
    } catch (error) {
      this.logger.error({ err: error, player: playerId }, 'a session could not be ended');
      return 'failed';
    }
  }
}

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
): Promise<Ended | 'not_due' | 'round_in_hand'> =>
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
    if (closed === 'round_in_hand') return closed;
    assert(closed === 'closed', 'a session’s own key is used once');
    return { id, playerId, reason, amount: credit };
  });
