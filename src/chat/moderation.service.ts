/**
 * Who may not write in the chat. Each order of the shift manager is a row of its own. The person is
 * notified once it is stored, in whatever currency they play.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import type { Mute } from '../protocol/chat.js';
import { ChatBroadcast } from './chat-broadcast.js';
import {
  type NewMute,
  authorOf,
  keepMute,
  keepUnmute,
  muteAt,
  readPlayersOfPerson,
} from './mute-rows.js';

/** The player is named by number, or by a message of theirs. */
interface MuteOrder extends Omit<NewMute, 'player' | 'message'> {
  readonly player: string | undefined;
  readonly message: string | undefined;
}

type MuteReply =
  | { readonly ok: true; readonly player: string; readonly untilMs: number | null }
  | { readonly ok: false; readonly refusal: 'unknown_message' | 'unknown_player' };

@Injectable()
export class Moderation {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly chatBroadcast: ChatBroadcast,
  ) {}

  /** What keeps the player from writing at the table. Null where nothing does. */
  async muteOf(player: string, table: string): Promise<Mute | null> {
    return (await muteAt(this.pool, player, table)) ?? null;
  }

  async mute({ player: named, message, ...order }: MuteOrder): Promise<MuteReply> {
    const author = message === undefined ? undefined : await authorOf(this.pool, message);
    if (message !== undefined && author === undefined) {
      return { ok: false, refusal: 'unknown_message' };
    }
    const player = named ?? author ?? undefined;
    // One of the staff wrote it.
    if (player === undefined) return { ok: false, refusal: 'unknown_player' };
    const mute = await keepMute(this.pool, { ...order, player, message: message ?? null });
    if (mute === undefined) return { ok: false, refusal: 'unknown_player' };
    for (const each of await readPlayersOfPerson(this.pool, player)) {
      this.chatBroadcast.muted(each, mute);
    }
    return { ok: true, player, untilMs: mute.untilMs };
  }

  /** Returns how many mutes were lifted. */
  async unmute(order: Parameters<typeof keepUnmute>[1]): Promise<number> {
    const lifted = await keepUnmute(this.pool, order);
    if (lifted === 0) return 0;
    for (const each of await readPlayersOfPerson(this.pool, order.player)) {
      this.chatBroadcast.unmuted(each, order.table);
    }
    return lifted;
  }
}
