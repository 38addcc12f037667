/** What a player may ask of the chat, at a table where the player sits, and of support. */
import { Injectable } from '@nestjs/common';
import type { SocketAsker, Handlers } from '../access/socket-commands.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import type { CHAT_COMMANDS } from '../protocol/chat.js';
import { tableRoom } from '../table/broadcast.js';
import { Chat } from './chat.service.js';
import { Moderation } from './moderation.service.js';
import { Support } from './support.service.js';
import { WritingPace } from './writing-pace.js';

@Injectable()
export class ChatCommands {
  constructor(
    private readonly tables: SeenTables,
    private readonly chat: Chat,
    private readonly moderation: Moderation,
    private readonly support: Support,
    private readonly pace: WritingPace,
  ) {}

  readonly handlers: Handlers<typeof CHAT_COMMANDS> = {
    'chat:say': async (saying, connection) => {
      const refusal = this.#seatRefusal(saying.table, connection);
      if (refusal !== undefined) return { ok: false, refusal };
      const author = { role: 'player', player: connection.caller.id, staff: null } as const;
      return this.chat.say(author, saying, async () => {
        const mute = await this.moderation.muteOf(author.player, saying.table);
        return mute === null ? this.pace.refusal(connection) : 'muted';
      });
    },
    'chat:read': async ({ table, before }, connection) => {
      const refusal = this.#seatRefusal(table, connection);
      if (refusal !== undefined) return { ok: false, refusal };
      const { id } = connection.caller;
      const [messages, muted] = await Promise.all([
        this.chat.read(table, { before, withRemoved: false }),
        this.moderation.muteOf(id, table),
      ]);
      return {
        ok: true,
        messages: messages.map(({ player, removed: _, ...message }) => ({
          ...message,
          ...(player === id && { own: true }),
        })),
        muted,
      };
    },
    'support:say': async ({ key, text }, connection) => {
      const writing = { player: connection.caller.id, staff: null, key, text };
      return this.support.write(writing, () => this.pace.refusal(connection));
    },
    'support:read': async ({ before }, { caller: { id } }) => {
      const [messages, state] = await Promise.all([
        this.support.read(id, before),
        this.support.state(id),
      ]);
      const own = messages.map(({ player: _, ...message }) => message);
      return { ok: true, messages: own, settled: state?.settled ?? null };
    },
  };

  /** Only those who sit at a table hear what is said there, and may speak. */
  #seatRefusal(id: string, { socket }: SocketAsker) {
    if (this.tables.find(id) === 'unknown_table') return 'unknown_table';
    return socket.rooms.has(tableRoom('player', id)) ? undefined : 'not_joined';
  }
}
