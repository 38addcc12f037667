/** What players and dealers may ask of tips. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../access/socket-commands.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import type { TIP_COMMANDS, TIP_STAFF_COMMANDS } from '../protocol/tip.js';
import { tableRoom } from '../table/broadcast.js';
import { Tips } from './tips.service.js';

@Injectable()
export class TipCommands {
  constructor(
    private readonly tables: SeenTables,
    private readonly tips: Tips,
  ) {}

  /** Only who sits at the table gives its dealer anything. A retry is answered anywhere. */
  readonly handlers: Handlers<typeof TIP_COMMANDS> = {
    'tip:give': async ({ table, key, amount }, { socket, caller }) => {
      if (this.tables.find(table) === 'unknown_table') {
        return { ok: false, refusal: 'unknown_table' };
      }
      const isSeated = socket.rooms.has(tableRoom('player', table));
      const value = parseAmount(amount);
      assert(value !== undefined, 'the schema takes amounts only');
      const reply = await this.tips.give({
        playerId: caller.id,
        table,
        key,
        amount: value,
        isSeated,
      });
      return reply.ok ? { ok: true, balance: `${reply.balance}` } : reply;
    },
  };

  readonly ofDealers: Handlers<typeof TIP_STAFF_COMMANDS> = {
    'tip:read': async ({ table }) => {
      if (this.tables.find(table) === 'unknown_table') {
        return { ok: false, refusal: 'unknown_table' };
      }
      return { ok: true, tips: await this.tips.read(table) };
    },
  };
}
