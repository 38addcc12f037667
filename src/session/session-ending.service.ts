/**
 * Ends a session that is due. Whichever process looks, and however often, its credit goes back
 * once, and the player is notified.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { Metrics } from '../platform/metrics.js';
import type { SessionPolicy } from './due.js';
import { SessionNotices } from './session-notices.service.js';
import type { ConnectionWatch } from './session-rows.js';
import { SESSION_STORE, type SessionStore } from './store.js';

@Injectable()
export class SessionEnding {
  constructor(
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    private readonly notices: SessionNotices,
    private readonly metrics: Metrics,
    @InjectPinoLogger('sessions') private readonly logger: PinoLogger,
  ) {}

  /**
   * `round_in_hand`: the round is played out and paid first. `hand_in_play`: so is the hand of a
   * solo game, which may wait for its player for a week. An error is logged and keeps no other
   * session open.
   */
  async end(
    playerId: string,
    policy: SessionPolicy,
    watch: ConnectionWatch,
  ): Promise<'ended' | 'not_due' | 'round_in_hand' | 'hand_in_play' | 'failed'> {
    try {
      const ended = await this.store.endIfDue(playerId, policy, watch);
      if (typeof ended === 'string') return ended;
      this.metrics.sessionsEnded.inc({ reason: ended.reason });
      this.notices.ended(ended);
      return 'ended';
    } catch (error) {
      this.logger.error({ err: error, player: playerId }, 'a session could not be ended');
      return 'failed';
    }
  }
}
