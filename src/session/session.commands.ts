/** What a player may ask of their own session. */
import { Inject, Injectable } from '@nestjs/common';
import type { Handlers } from '../access/socket-commands.js';
import { CONFIG, type Config } from '../config.js';
import { type Amount, parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import type { SESSION_COMMANDS } from '../protocol/session.js';
import { ExpiryQueue } from './expiry-queue.service.js';
import { Sessions } from './sessions.service.js';
import { SessionStatuses } from './session-status.service.js';

@Injectable()
export class SessionCommands {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: Sessions,
    private readonly statuses: SessionStatuses,
    private readonly queue: ExpiryQueue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  readonly handlers: Handlers<typeof SESSION_COMMANDS> = {
    'session:read': async (_request, { caller }) => {
      const [{ open, balance, gameAccount }, status] = await Promise.all([
        this.sessions.read(caller.id),
        this.statuses.read(caller.id),
      ]);
      const { idleEndsAtMs, warned, lastEnd, handsInPlay } = status;
      return {
        ok: true,
        open,
        balance: `${balance}`,
        gameAccount: `${gameAccount}`,
        idleEndsAtMs,
        warned,
        lastEnd: lastEnd && { ...lastEnd, amount: `${lastEnd.amount}` },
        ...(handsInPlay.length > 0 && { handsInPlay: [...handsInPlay] }),
      };
    },
    'session:buy-in': async ({ amount, key }, { caller }) => {
      const reply = await this.sessions.buyIn(caller.id, amountOf(amount), key);
      if (!reply.ok) return reply;
      if (reply.hasOpened) this.#arm(caller.id);
      return { ok: true, balance: `${reply.balance}` };
    },
    'session:withdraw': async ({ amount, key }, { caller }) => {
      const reply = await this.sessions.withdraw(caller.id, amountOf(amount), key);
      return reply.ok ? { ok: true, balance: `${reply.balance}` } : reply;
    },
    'session:cash-out': async ({ key }, { caller }) => {
      const reply = await this.sessions.cashOut(caller.id, key);
      return reply.ok ? { ok: true, amount: `${reply.amount}` } : reply;
    },
  };

  /** The first look at a session that has just been opened is for its warning. */
  #arm(playerId: string): void {
    const { idleMs, warnMs } = this.config.session;
    this.queue.arm([{ playerId, atMs: this.clock.nowMs() + idleMs - warnMs }]);
  }
}

const amountOf = (text: string): Amount => {
  const value = parseAmount(text);
  assert(value !== undefined, 'the schema takes amounts only');
  return value;
};
