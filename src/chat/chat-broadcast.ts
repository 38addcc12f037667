/**
 * Sends out what was written, after it was stored, to the rooms of every process. Whoever is not
 * reached reads it when they come back.
 */
import { Inject, Injectable } from '@nestjs/common';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import type { Mute, SupportSettled } from '../protocol/chat.js';
import { Broadcast, playerRoom, tableRoom } from '../table/broadcast.js';
import type { SaidMessage } from './chat-log.js';
import type { ThreadMessage } from './support-rows.js';

/** The room of those of the staff who read what players write to them. */
export const SUPPORT_ROOM = 'support';

const staffRooms = (table: string): string[] => [
  tableRoom('dealer', table),
  tableRoom('pit', table),
];

/** Something was noted upon the player's thread. `settled` where that has changed. */
export interface Noted {
  readonly player: string;
  readonly settled?: SupportSettled | null;
}

/** What there is to send, and with what. */
interface Sent {
  readonly said: readonly [SaidMessage];
  readonly removed: readonly [table: string, id: string];
  readonly muted: readonly [player: string, mute: Mute];
  readonly unmuted: readonly [player: string, table: string | null];
  readonly written: readonly [ThreadMessage];
  readonly noted: readonly [Noted];
}
type Sending = { [Kind in keyof Sent]: readonly [Kind, ...Sent[Kind]] }[keyof Sent];

const CHAT: BulletinKind<Sending> = { name: 'chat' };

@Injectable()
export class ChatBroadcast {
  constructor(
    private readonly broadcast: Broadcast,
    @Inject(Bulletins) private readonly bulletins: Pick<Bulletins, 'on' | 'post'>,
  ) {
    bulletins.on(CHAT, (sending) => this.#send(sending));
  }

  said(message: SaidMessage): void {
    this.#sendAll(['said', message]);
  }

  removed(table: string, id: string): void {
    this.#sendAll(['removed', table, id]);
  }

  muted(player: string, mute: Mute): void {
    this.#sendAll(['muted', player, mute]);
  }

  unmuted(player: string, table: string | null): void {
    this.#sendAll(['unmuted', player, table]);
  }

  written(message: ThreadMessage): void {
    this.#sendAll(['written', message]);
  }

  noted(noted: Noted): void {
    this.#sendAll(['noted', noted]);
  }

  #sendAll(sending: Sending): void {
    this.#send(sending);
    void this.bulletins.post(CHAT, sending);
  }

  /** To those who are connected here. */
  #send(sending: Sending): void {
    switch (sending[0]) {
      case 'said':
        return this.#said(sending[1]);
      case 'removed':
        return this.#removed(sending[1], sending[2]);
      case 'muted':
        return this.#muted(sending[1], sending[2]);
      case 'unmuted':
        return this.#unmuted(sending[1], sending[2]);
      case 'written':
        return this.#written(sending[1]);
      case 'noted':
        return this.#noted(sending[1]);
    }
  }

  /** To everybody at the table, and to the author's own connections there marked as their own. */
  #said({ removed: _, player, ...message }: SaidMessage): void {
    const players = this.broadcast.reach('player');
    const room = tableRoom('player', message.table);
    if (player === null) players.to(room).emit('chat:message', message);
    else {
      players.to(room).except(playerRoom(player)).emit('chat:message', message);
      const { rooms } = players.adapter;
      const atTable = rooms.get(room);
      const own = [...(rooms.get(playerRoom(player)) ?? [])].filter((id) => atTable?.has(id));
      // An empty list of rooms would mean everybody.
      if (own.length > 0) players.to(own).emit('chat:message', { ...message, own: true });
    }
    for (const staff of this.broadcast.staff) {
      staff.to(staffRooms(message.table)).emit('chat:message', { ...message, player });
    }
  }

  #removed(table: string, id: string): void {
    const message = { table, id };
    this.broadcast.reach('player').to(tableRoom('player', table)).emit('chat:removed', message);
    for (const staff of this.broadcast.staff) {
      staff.to(staffRooms(table)).emit('chat:removed', message);
    }
  }

  #muted(player: string, mute: Mute): void {
    this.broadcast.reach('player').to(playerRoom(player)).emit('chat:muted', mute);
  }

  #unmuted(player: string, table: string | null): void {
    this.broadcast.reach('player').to(playerRoom(player)).emit('chat:unmuted', { table });
  }

  /** To the player and to those of the staff who may read it. Nobody else receives it. */
  #written({ player, ...message }: ThreadMessage): void {
    this.broadcast.reach('player').to(playerRoom(player)).emit('support:message', message);
    for (const staff of this.broadcast.staff) {
      staff.to(SUPPORT_ROOM).emit('support:message', { player, ...message });
    }
  }

  /** The player hears of it where the thread was settled or opened again. */
  #noted({ player, settled }: Noted): void {
    if (settled !== undefined) {
      this.broadcast.reach('player').to(playerRoom(player)).emit('support:settled', { settled });
    }
    for (const staff of this.broadcast.staff) {
      staff.to(SUPPORT_ROOM).emit('support:noted', { player });
    }
  }
}
