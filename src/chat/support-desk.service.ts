/**
 * Who of the staff has a thread of support, and whether it is settled. Each change is stored in one
 * transaction with its line of the staff's log, and sent out then.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import { Audit } from '../staff/audit.service.js';
import { ChatBroadcast, type Noted } from './chat-broadcast.js';
import { LOCK_THREAD } from './support-rows.js';
import { type NoteKind, type ThreadState, keepNote, readState } from './support-threads.js';

const OPERATIONS = {
  taken: 'support:take',
  released: 'support:release',
  settled: 'support:settle',
} as const satisfies Record<NoteKind, string>;

type Noting<R extends string> =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: R | 'nothing_written' };

/** Whether there is nothing left to do, or why it may not be done. */
type Weighing<R extends string> = (state: ThreadState) => R | 'done' | undefined;

@Injectable()
export class SupportDesk {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly chatBroadcast: ChatBroadcast,
    private readonly audit: Audit,
  ) {}

  /**
   * From whoever has it, so that of two who take it at a time one is refused. A thread that was
   * settled is open again.
   */
  take(player: string, by: string, from: string | null): Promise<Noting<'taken_meanwhile'>> {
    return this.#note({ player, by, kind: 'taken' }, ({ holder }) => {
      if (holder === by) return 'done';
      return holder === from ? undefined : 'taken_meanwhile';
    });
  }

  /** Whoever has it leaves it to the others. */
  release(player: string, by: string): Promise<Noting<'not_taken'>> {
    return this.#note({ player, by, kind: 'released' }, ({ holder }) =>
      holder === by ? undefined : 'not_taken',
    );
  }

  /** With `message`, the last one that was read. */
  settle(player: string, by: string, message: string): Promise<Noting<'written_since'>> {
    return this.#note({ player, by, kind: 'settled' }, ({ last, settled }) => {
      if (last !== message) return 'written_since';
      return settled === null ? undefined : 'done';
    });
  }

  async #note<R extends string>(
    note: { readonly player: string; readonly by: string; readonly kind: NoteKind },
    weigh: Weighing<R>,
  ): Promise<Noting<R>> {
    await this.audit.turn();
    const noted = await inTransaction(this.pool, async (tx) => {
      await tx.query(LOCK_THREAD(note));
      const state = await readState(tx, note.player);
      const refusal = state === undefined ? 'nothing_written' : weigh(state);
      if (refusal === 'done' || state === undefined) return refusal;
      return refusal ?? this.#keep(tx, note, state);
    });
    if (noted === 'done') return { ok: true };
    if (typeof noted !== 'object') return { ok: false, refusal: noted ?? 'nothing_written' };
    this.chatBroadcast.noted(noted);
    return { ok: true };
  }

  async #keep(
    tx: Transaction,
    note: { readonly player: string; readonly by: string; readonly kind: NoteKind },
    { last: message, settled, holder }: ThreadState,
  ): Promise<Noted> {
    const { player, by, kind } = note;
    const atMs = await keepNote(tx, { ...note, message });
    const line = await this.audit.record(tx, {
      by,
      operation: OPERATIONS[kind],
      subject: player,
      before: { holder, isSettled: settled !== null },
      after: { message },
    });
    const isSettled = kind === 'settled';
    const isChanged = isSettled || (kind === 'taken' && settled !== null);
    const change = isChanged && { settled: isSettled ? { message, atMs } : null };
    return { line, player, ...change };
  }
}
