/**
 * The chat of the tables. What is said is stored first and sent out then. A retry under the same
 * key gets the first answer.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { type Author, type SaidMessage, findSaid, keepSaid, readChat } from './chat-log.js';
import { ChatBroadcast } from './chat-broadcast.js';

/** What a reader is given at once. */
const READ_AT_ONCE = 50;

interface Saying {
  readonly table: string;
  readonly key: string;
  readonly text: string;
}

export type KeptReply<R extends string> =
  | { readonly ok: true; readonly id: string; readonly atMs: number }
  | { readonly ok: false; readonly refusal: R };

@Injectable()
export class Chat {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly chatBroadcast: ChatBroadcast,
  ) {}

  /** `weigh` says why something new may not be said now. A retry is not checked again. */
  async say<R extends string = never>(
    author: Author,
    saying: Saying,
    weigh?: () => Promise<R | undefined>,
  ): Promise<KeptReply<R | 'key_reused'>> {
    const earlier = await findSaid(this.pool, author, saying.key);
    if (earlier !== undefined) return answerAgain(earlier, saying);
    const refusal = await weigh?.();
    if (refusal !== undefined) return { ok: false, refusal };
    const said = await keepSaid(this.pool, author, saying);
    if (said === undefined) {
      const twin = await findSaid(this.pool, author, saying.key);
      assert(twin !== undefined, 'what is not stored was stored a moment ago under its key');
      return answerAgain(twin, saying);
    }
    this.chatBroadcast.said(said);
    return { ok: true, id: said.id, atMs: said.atMs };
  }

  /** Oldest first. */
  read(
    table: string,
    options: { readonly before?: string | undefined; readonly withRemoved: boolean },
  ): Promise<readonly SaidMessage[]> {
    return readChat(this.pool, table, { ...options, limit: READ_AT_ONCE });
  }
}

const answerAgain = (earlier: SaidMessage, { table, text }: Saying): KeptReply<'key_reused'> =>
  earlier.table === table && earlier.text === text
    ? { ok: true, id: earlier.id, atMs: earlier.atMs }
    : { ok: false, refusal: 'key_reused' };
