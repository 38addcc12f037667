/** The talks of whoever is signed in: the chat of each table, and their own thread with support. */
import type { ChatMessage, OwnSupportMessage } from '../../../src/protocol/chat.js';
import type { Studio } from '../studio/studio.js';
import type { ChatLine } from './chat-line.js';
import { supportKeeps } from './support-keeps.js';
import { Talk } from './talk.js';

/** How many lines the studio sends at a time. */
const CHAT_PAGE = 50;
const SUPPORT_PAGE = 100;

const chatLine = ({ id, name, role, text, atMs, own }: ChatMessage): ChatLine => ({
  id,
  name,
  role,
  isOwn: own === true,
  text,
  atMs,
});

const supportLine = ({ id, name, from, text, atMs }: OwnSupportMessage): ChatLine => ({
  id,
  name,
  role: from,
  isOwn: from === 'player',
  text,
  atMs,
});

class Talks {
  readonly support: Talk;
  readonly #chats = new Map<string, Talk>();

  constructor(private readonly studio: Studio) {
    const { client, line } = studio;
    const { connection } = client;
    this.support = new Talk({
      read: async (before) => {
        const request = { ...(before !== undefined && { before }) };
        const reply = await client.send('support:read', request);
        if (!reply.ok) return undefined;
        const { messages, settled } = reply;
        const hasOlder = messages.length >= SUPPORT_PAGE;
        return { lines: messages.map(supportLine), muted: null, settled, hasOlder };
      },
      say: (key, text) => client.send('support:say', { key, text }),
      nowMs: Date.now,
      keeps: supportKeeps(studio.token),
    });
    connection.on('chat:message', (message) =>
      this.#chats.get(message.table)?.hear(chatLine(message)),
    );
    connection.on('chat:removed', ({ table, id }) => this.#chats.get(table)?.remove(id));
    connection.on('chat:muted', (mute) => {
      for (const chat of this.#at(mute.table)) chat.mute(mute);
    });
    connection.on('chat:unmuted', ({ table }) => {
      for (const chat of this.#at(table)) void chat.read();
    });
    connection.on('support:message', (message) => this.support.hear(supportLine(message)));
    connection.on('support:settled', ({ settled }) => this.support.settle(settled));
    line.subscribe(({ state }, before) => {
      if (state === 'connected' && before.state !== 'connected') this.#readAll();
    });
    // What is said there meanwhile is not heard, so that it is read anew on coming back.
    studio.onLeft((table) => {
      this.#chats.get(table)?.close();
      this.#chats.delete(table);
    });
    void this.support.read();
  }

  /** The chat of a table that the player sits at. */
  chat(table: string): Talk {
    const known = this.#chats.get(table);
    if (known !== undefined) return known;
    const { client } = this.studio;
    const seat = this.studio.seat(table);
    const chat = new Talk({
      read: async (before) => {
        const request = { table, ...(before !== undefined && { before }) };
        const reply = await client.send('chat:read', request);
        if (!reply.ok) return undefined; // Not joined yet.
        const { messages, muted } = reply;
        return { lines: messages.map(chatLine), muted, hasOlder: messages.length >= CHAT_PAGE };
      },
      say: (key, text) => client.send('chat:say', { table, key, text }),
      nowMs: seat.nowMs,
    });
    this.#chats.set(table, chat);
    void chat.read();
    return chat;
  }

  /** What was said while the connection was lost. */
  #readAll(): void {
    for (const talk of [this.support, ...this.#chats.values()]) void talk.read();
  }

  #at(table: string | null): readonly Talk[] {
    return [...this.#chats]
      .filter(([at]) => table === null || at === table)
      .map(([, chat]) => chat);
  }
}

const ofStudio = new WeakMap<Studio, Talks>();

export const talksOf = (studio: Studio): Talks => {
  const known = ofStudio.get(studio);
  if (known !== undefined) return known;
  const made = new Talks(studio);
  ofStudio.set(studio, made);
  return made;
};
