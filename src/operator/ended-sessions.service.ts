/**
 * An operator ends a player's session: the credit goes back to where the player's money is, and the
 * connection and the player's tokens end. What lies is played and paid first, so it is asked for
 * again then.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { beginGeneration } from '../access/player-generations.js';
import { exponentOf } from '../money/currency.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import type {
  OperatorOrderRefusal,
  SessionEndOrder,
  SessionEndReply,
} from '../protocol/operator.js';
import { Disconnection } from '../session/disconnection.service.js';
import { Sessions } from '../session/sessions.service.js';
import { Audit, STUDIO } from '../staff/audit.service.js';
import { findPlayer } from './movement-rows.js';
import type { SignedOrder } from './movements.service.js';

@Injectable()
export class EndedSessions {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sessions: Sessions,
    private readonly disconnection: Disconnection,
    private readonly audit: Audit,
  ) {}

  nowMs(): number {
    return this.clock.nowMs();
  }

  /**
   * The same `endId` again gets the first answer. It ends the connection, too: the process may not
   * have lived to do it. But a session that was opened since goes on, and tokens that were given
   * since hold.
   */
  async end(
    { endId, player: ref, currency, because, reason }: SessionEndOrder,
    { operator, kid }: SignedOrder,
  ): Promise<SessionEndReply | OperatorOrderRefusal> {
    const player = await findPlayer(this.pool, operator, ref, currency);
    if (player === undefined) return 'unknown_player';
    const ended = await this.sessions.cashOut(player.id, `end:${endId}`, async (tx, amount) => {
      await beginGeneration(tx, player.id);
      await this.audit.record(tx, {
        ...{ by: STUDIO, operation: 'players:end-session', subject: `${operator}/${ref}`, reason },
        after: { by: kid, because, currency, amount: `${amount}` },
      });
    });
    if (!ended.ok) {
      if (ended.refusal === 'no_open_session') {
        await beginGeneration(this.pool, player.id);
        await this.disconnection.disconnect(player.id, reason);
      }
      return refusalOf(ended.refusal);
    }
    if (ended.isNew || !(await this.sessions.isOpen(player.id))) {
      await this.disconnection.disconnect(player.id, reason);
    }
    const exponent = exponentOf(currency);
    return { endId, replay: !ended.isNew, amount: `${ended.amount}`, exponent };
  }
}

/** Operators know one name for whatever is in play. */
const refusalOf = (
  refusal: Extract<Awaited<ReturnType<Sessions['cashOut']>>, { ok: false }>['refusal'],
): OperatorOrderRefusal => {
  switch (refusal) {
    case 'key_reused':
      return 'movement_id_reused';
    case 'hand_in_play':
      return 'round_in_hand';
    case 'round_in_hand':
    case 'no_open_session':
      return refusal;
  }
};
