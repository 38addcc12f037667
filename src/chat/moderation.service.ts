/**
 * Orders of the shift manager about the chat: a message is taken off, a person may not write for a
 * while, or may again. Each is stored in one transaction with its line of the staff's log, and sent
 * out then. A mute concerns the person, in whatever currency they play.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL, PUBLIC_POOL } from '../platform/database.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { Mute } from '../protocol/chat.js';
import { Audit } from '../staff/audit.service.js';
import { ChatBroadcast } from './chat-broadcast.js';
import { keepRemoval } from './chat-log.js';
import {
  type NewMute,
  authorOf,
  keepMute,
  keepUnmute,
  muteAt,
  readMutes,
  readPlayersOfPerson,
} from './mute-rows.js';

/** The player is named by number, or by a message of theirs. */
interface MuteOrder extends Omit<NewMute, 'player' | 'message'> {
  readonly player: string | undefined;
  readonly message: string | undefined;
}

type MuteRefusal = 'unknown_message' | 'unknown_player';
type MuteReply =
  | { readonly ok: true; readonly player: string; readonly untilMs: number | null }
  | { readonly ok: false; readonly refusal: MuteRefusal };

@Injectable()
export class Moderation {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly reads: pg.Pool,
    private readonly chatBroadcast: ChatBroadcast,
    private readonly audit: Audit,
  ) {}

  /** What keeps the player from writing at the table. Null where nothing does. */
  async muteOf(player: string, table: string): Promise<Mute | null> {
    return (await muteAt(this.reads, player, table)) ?? null;
  }

  /**
   * Whether the table has such a message. The record of an earlier removal is not changed, and has
   * its line already.
   */
  async remove(removal: Parameters<typeof keepRemoval>[1]): Promise<boolean> {
    const removed = await this.#inTurn(async (tx) => {
      const kept = await keepRemoval(tx, removal);
      if (kept?.isNew !== true) return kept;
      const { table, id: subject, by, reason } = removal;
      // An erasure finds it by who wrote the message, which is deleted long before.
      const after = { player: kept.player };
      const operation = 'chat:remove';
      await this.audit.record(tx, { by, operation, table, subject, reason, after });
      return kept;
    });
    if (removed?.isNew === true) this.chatBroadcast.removed(removal.table, removal.id);
    return removed !== undefined;
  }

  /** The player is notified of what counts then: it may be an earlier one that lasts longer. */
  async mute(order: MuteOrder): Promise<MuteReply> {
    const muted = await this.#inTurn((tx) => this.#keepMute(tx, order));
    if (typeof muted === 'string') return { ok: false, refusal: muted };
    const { player, untilMs, mutes, players, line } = muted;
    this.chatBroadcast.muted({ line, players, mutes });
    return { ok: true, player, untilMs };
  }

  /** Returns how many mutes were lifted. */
  async unmute(order: Parameters<typeof keepUnmute>[1]): Promise<number> {
    const { player, table, by, reason } = order;
    const unmuted = await this.#inTurn(async (tx) => {
      const count = await keepUnmute(tx, order);
      if (count === 0) return undefined;
      const after = { table, lifted: count };
      const action = { by, operation: 'chat:unmute', subject: player, reason, after };
      const number = await this.audit.record(tx, { ...action, table: table ?? undefined });
      return { lifted: count, line: number, players: await readPlayersOfPerson(tx, player) };
    });
    if (unmuted === undefined) return 0;
    const { line, players, lifted } = unmuted;
    this.chatBroadcast.unmuted({ line, players, table });
    return lifted;
  }

  async #keepMute(tx: Transaction, { player: named, message, ...order }: MuteOrder) {
    const author = message === undefined ? undefined : await authorOf(tx, message);
    if (message !== undefined && author === undefined) return 'unknown_message';
    const player = named ?? author ?? undefined;
    // One of the staff wrote it.
    if (player === undefined) return 'unknown_player';
    const mute = await keepMute(tx, { ...order, player, message: message ?? null });
    if (mute === undefined) return 'unknown_player';
    const { by, reason, table } = order;
    const after = { table, untilMs: mute.untilMs, message };
    const action = { by, operation: 'chat:mute', subject: player, reason, after };
    const line = await this.audit.record(tx, { ...action, table: table ?? undefined });
    const [mutes, players] = [await readMutes(tx, player), await readPlayersOfPerson(tx, player)];
    return { player, untilMs: mute.untilMs, mutes, players, line };
  }

  /** Waits for the staff's log before it takes a connection. */
  async #inTurn<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    await this.audit.turn();
    return inTransaction(this.pool, work);
  }
}
