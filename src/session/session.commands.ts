/** What a player may ask of the own session. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../access/socket-commands.js';
import { parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import type { SESSION_COMMANDS } from '../protocol/session.js';
import { Sessions } from './sessions.service.js';

@Injectable()
export class SessionCommands {
  constructor(private readonly sessions: Sessions) {}

  readonly handlers: Handlers<typeof SESSION_COMMANDS> = {
    'session:read': async (_request, { caller }) => {
      const { open, balance, gameAccount } = await this.sessions.read(caller.id);
      return { ok: true, open, balance: `${balance}`, gameAccount: `${gameAccount}` };
    },
    'session:buy-in': async ({ amount, key }, { caller }) => {
      const value = parseAmount(amount);
      assert(value !== undefined, 'the schema takes amounts only');
      const reply = await this.sessions.buyIn(caller.id, value, key);
      return reply.ok ? { ok: true, balance: `${reply.balance}` } : reply;
    },
    'session:cash-out': async ({ key }, { caller }) => {
      const reply = await this.sessions.cashOut(caller.id, key);
      return reply.ok ? { ok: true, amount: `${reply.amount}` } : reply;
    },
  };
}
