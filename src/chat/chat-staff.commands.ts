/** What the staff may ask of the chat and of support: to speak, to read, to moderate, to answer. */
import { Injectable } from '@nestjs/common';
import type { Socket } from 'socket.io';
import type { Handlers } from '../access/socket-commands.js';
import type { Caller } from '../access/tokens.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { assert } from '../money/assert.js';
import { CHAT_STAFF_COMMANDS, type ChatRole } from '../protocol/chat.js';
import type { Role } from '../protocol/command.js';
import { SUPPORT_ROOM } from './chat-broadcast.js';
import { Chat } from './chat.service.js';
import { Moderation } from './moderation.service.js';
import { SupportDesk } from './support-desk.service.js';
import { Support } from './support.service.js';

const READING: readonly Role[] = CHAT_STAFF_COMMANDS['support:read'].roles;

@Injectable()
export class ChatStaffCommands {
  constructor(
    private readonly tables: SeenTables,
    private readonly chat: Chat,
    private readonly moderation: Moderation,
    private readonly support: Support,
    private readonly desk: SupportDesk,
  ) {}

  readonly handlers: Handlers<typeof CHAT_STAFF_COMMANDS> = {
    'chat:say': async (saying, { caller }) => {
      const refusal = this.#speakingRefusal(saying.table, caller);
      if (refusal !== undefined) return { ok: false, refusal };
      const author = { role: speaking(caller), player: null, staff: caller.id };
      return this.chat.say(author, saying);
    },
    'chat:read': async ({ table, before }) => {
      if (this.tables.find(table) === 'unknown_table') {
        return { ok: false, refusal: 'unknown_table' };
      }
      return {
        ok: true,
        messages: [...(await this.chat.read(table, { before, withRemoved: true }))],
      };
    },
    'chat:remove': async (removal, { caller }) => {
      const isKnown = await this.moderation.remove({ ...removal, by: caller.id });
      return isKnown ? { ok: true } : { ok: false, refusal: 'unknown_message' };
    },
    'chat:mute': async ({ player, message, ...order }, { caller }) => {
      if (order.table !== null && this.tables.find(order.table) === 'unknown_table') {
        return { ok: false, refusal: 'unknown_table' };
      }
      return this.moderation.mute({ ...order, player, message, by: caller.id });
    },
    'chat:unmute': async (order, { caller }) => {
      const lifted = await this.moderation.unmute({ ...order, by: caller.id });
      return lifted === 0 ? { ok: false, refusal: 'not_muted' } : { ok: true, lifted };
    },
    'support:list': async () => ({ ok: true, threads: [...(await this.support.list())] }),
    'support:read': async ({ player, before }) => {
      const [name, messages, state] = await Promise.all([
        this.support.nameOf(player),
        this.support.read(player, before),
        this.support.state(player),
      ]);
      if (name === undefined) return { ok: false, refusal: 'unknown_player' };
      const notes = [...(await this.support.notesUpon(messages))];
      const { settled = null, holder = null } = state ?? {};
      return { ok: true, name, messages: [...messages], notes, settled, holder };
    },
    'support:answer': (answer, { caller }) => this.support.write({ ...answer, staff: caller.id }),
    'support:take': ({ player, from }, { caller }) => this.desk.take(player, caller.id, from),
    'support:release': ({ player }, { caller }) => this.desk.release(player, caller.id),
    'support:settle': ({ player, message }, { caller }) =>
      this.desk.settle(player, caller.id, message),
  };

  /** Those who read what players write to the staff hear of every message of it. */
  async welcome(socket: Socket, { role }: Caller): Promise<void> {
    if (READING.includes(role)) await socket.join(SUPPORT_ROOM);
  }

  /**
   * Only the dealer who opened the table speaks at it as its dealer. The other roles may speak at
   * any table.
   */
  #speakingRefusal(id: string, { id: speaker, role }: Caller) {
    const table = this.tables.find(id);
    if (table === 'unknown_table') return table;
    if (role !== 'dealer') return undefined;
    // A table that is not followed yet has no dealer that is known.
    if (table === 'table_is_moving') return table;
    const { phase, dealer } = table.state;
    const isTheirs = phase === 'closed' || dealer === speaker;
    return isTheirs ? undefined : 'not_the_dealer';
  }
}

const speaking = ({ role }: Caller): ChatRole => {
  assert(role !== 'auditor' && role !== 'device', 'auditors and devices say nothing');
  return role;
};
