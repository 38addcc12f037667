/**
 * The chat of the desk’s table: what players and the staff write, what the dealer answers, and what
 * a shift manager at the desk takes off again.
 */
import type { DealerClient } from '../../../../src/client/dealer-client.js';
import type { StaffChatMessage } from '../../../../src/protocol/chat.js';
import type { ReplyOf, RequestOf } from '../../../../src/protocol/command.js';
import type { DealerCommands } from '../../../../src/protocol/dealer.js';
import type { ChatLine } from '../../chat/chat-line.js';
import { type PublishedTalk, Talk } from '../../chat/talk.js';
import type { Member } from '../../staff/member.js';

type RefusalOf<Name extends keyof DealerCommands> = Extract<
  ReplyOf<DealerCommands[Name]>,
  { ok: false }
>['refusal'];

/** What a shift manager may do about a line. `mute` keeps its player from writing at this table. */
export type ModerationChoice = 'remove' | 'mute';

/** How many lines the studio sends at a time, those that were taken off among them. */
const CHAT_PAGE = 50;

/** How long a mute from the desk lasts, in minutes. The pit gives longer ones. */
export const MUTED_MINUTES = 60;

export class TableChat {
  readonly talk: Talk<RefusalOf<'chat:say'>>;

  /** Nothing is read before the table was joined. */
  constructor(
    private readonly client: DealerClient,
    private readonly table: string,
    private readonly member: Member,
  ) {
    this.talk = new Talk<RefusalOf<'chat:say'>>({
      read: (before) => this.#read(before),
      say: (key, text) => client.send('chat:say', { table, key, text }),
      nowMs: Date.now, // The staff are never muted.
    });
    client.connection.on('chat:message', (message) => {
      if (message.table === table) this.talk.hear(this.#line(message));
    });
    client.connection.on('chat:removed', (removed) => {
      if (removed.table === table) this.talk.remove(removed.id);
    });
  }

  get mayModerate(): boolean {
    return this.member.role === 'shift_manager';
  }

  /** Returns why it was refused, or undefined. Rejects with `NoAnswer`. */
  async moderate(
    what: ModerationChoice,
    line: string,
    reason: string,
  ): Promise<RefusalOf<'chat:remove' | 'chat:mute'> | undefined> {
    const { table } = this;
    const mute: RequestOf<DealerCommands['chat:mute']> = {
      message: line,
      table,
      minutes: MUTED_MINUTES,
      reason,
    };
    const reply =
      what === 'remove'
        ? await this.client.send('chat:remove', { table, id: line, reason })
        : await this.client.send('chat:mute', mute);
    return reply.ok ? undefined : reply.refusal;
  }

  /** What is left of a page. Where that is nothing, what is left of the one before. */
  async #read(before: string | undefined): Promise<PublishedTalk | undefined> {
    const { table } = this;
    const asked = { table, ...(before !== undefined && { before }) };
    const reply = await this.client.send('chat:read', asked);
    if (!reply.ok) return undefined;
    const { messages } = reply;
    const hasOlder = messages.length >= CHAT_PAGE;
    const left = messages.filter(({ removed }) => !removed);
    if (left.length === 0 && hasOlder) return this.#read(messages[0]?.id);
    return { lines: left.map((each) => this.#line(each)), muted: null, hasOlder };
  }

  /** What one of the staff says is under their id, which is not always their name. */
  #line({ id, name, role, player, text, atMs }: StaffChatMessage): ChatLine {
    return { id, name, role, text, atMs, isOwn: player === null && name === this.member.id };
  }
}
