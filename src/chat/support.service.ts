/** Support: each player's own thread with the staff, which no other player reads. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PUBLIC_POOL } from '../platform/database.js';
import type { SupportNote, SupportThread } from '../protocol/chat.js';
import { ChatBroadcast } from './chat-broadcast.js';
import type { KeptReply } from './chat.service.js';
import {
  type ThreadMessage,
  findWritten,
  keepWritten,
  nameOf,
  readMessages,
} from './support-rows.js';
import { type ThreadState, readNotes, readState, readThreads } from './support-threads.js';

const READ_AT_ONCE = 100;
const THREADS_AT_ONCE = 200;

type Writing = Parameters<typeof keepWritten>[1];

@Injectable()
export class Support {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly chatBroadcast: ChatBroadcast,
  ) {}

  /**
   * A retry under the same key gets the first answer. `weigh` says why something new may not be
   * written now.
   */
  async write<R extends string = never>(
    writing: Writing,
    weigh?: () => R | undefined,
  ): Promise<KeptReply<R | 'unknown_player' | 'key_reused'>> {
    const earlier = await findWritten(this.pool, writing.player, writing.key);
    if (earlier !== undefined) return answerAgain(earlier, writing);
    const refusal = weigh?.();
    if (refusal !== undefined) return { ok: false, refusal };
    const written = await keepWritten(this.pool, writing);
    if (written === undefined) {
      const twin = await findWritten(this.pool, writing.player, writing.key);
      return twin === undefined
        ? { ok: false, refusal: 'unknown_player' }
        : answerAgain(twin, writing);
    }
    this.chatBroadcast.written(written);
    return { ok: true, id: written.id, atMs: written.atMs };
  }

  /** Oldest first. */
  read(player: string, before: string | undefined): Promise<readonly ThreadMessage[]> {
    return readMessages(this.pool, player, before, READ_AT_ONCE);
  }

  /** What was noted upon these messages. */
  async notesUpon(messages: readonly ThreadMessage[]): Promise<readonly SupportNote[]> {
    const [first, last] = [messages[0], messages.at(-1)];
    if (first === undefined || last === undefined) return [];
    return readNotes(this.pool, first.player, { from: first.id, to: last.id });
  }

  state(player: string): Promise<ThreadState | undefined> {
    return readState(this.pool, player);
  }

  list(): Promise<readonly SupportThread[]> {
    return readThreads(this.pool, THREADS_AT_ONCE);
  }

  nameOf(player: string): Promise<string | undefined> {
    return nameOf(this.pool, player);
  }
}

const answerAgain = (
  { id, atMs, from, name, text }: ThreadMessage,
  writing: Writing,
): KeptReply<'key_reused'> => {
  const isByTheSame = writing.staff === null ? from === 'player' : name === writing.staff;
  return text === writing.text && isByTheSame
    ? { ok: true, id, atMs }
    : { ok: false, refusal: 'key_reused' };
};
