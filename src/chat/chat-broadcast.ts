/**
 * Sends out what was written, after it was stored, to the rooms of this process. Whoever is
 * connected elsewhere reads it when they come back.
 */
import { Injectable } from '@nestjs/common';
import type { Mute } from '../protocol/chat.js';
import { Broadcast, playerRoom, tableRoom } from '../table/broadcast.js';
import type { SaidMessage } from './chat-log.js';
import type { ThreadMessage } from './support-rows.js';

/** The room of those of the staff who answer players. */
export const SUPPORT_ROOM = 'support';

const staffRooms = (table: string): string[] => [
  tableRoom('dealer', table),
  tableRoom('pit', table),
];

@Injectable()
export class ChatBroadcast {
  constructor(private readonly broadcast: Broadcast) {}

  /** To everybody at the table, and to the author's own connections there marked as their own. */
  said({ removed: _, player, ...message }: SaidMessage): void {
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

  removed(table: string, id: string): void {
    const message = { table, id };
    this.broadcast.reach('player').to(tableRoom('player', table)).emit('chat:removed', message);
    for (const staff of this.broadcast.staff) {
      staff.to(staffRooms(table)).emit('chat:removed', message);
    }
  }

  muted(player: string, mute: Mute): void {
    this.broadcast.reach('player').to(playerRoom(player)).emit('chat:muted', mute);
  }

  unmuted(player: string, table: string | null): void {
    this.broadcast.reach('player').to(playerRoom(player)).emit('chat:unmuted', { table });
  }

  /** To the player and to those of the staff who answer players. Nobody else receives it. */
  written({ player, ...message }: ThreadMessage): void {
    this.broadcast.reach('player').to(playerRoom(player)).emit('support:message', message);
    for (const staff of this.broadcast.staff) {
      staff.to(SUPPORT_ROOM).emit('support:message', { player, ...message });
    }
  }
}
