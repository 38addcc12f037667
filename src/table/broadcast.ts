/** The way from a table to the sockets: gateways say where each audience sits. */
import { Injectable } from '@nestjs/common';
import type { LobbyTable } from '../protocol/lobby.js';
import type { PlayerResult } from '../protocol/player.js';
import type { TableStatistics } from '../protocol/statistics.js';
import type { TableMessage } from '../protocol/table.js';
import type { Audience } from '../round/view.js';
import type { Publisher } from './table.js';

interface Listeners {
  emit(event: string, message: unknown): unknown;
  except(room: string): Listeners;
}

/** What a gateway's namespace can do for a broadcast. */
interface Rooms {
  to(room: string | string[]): Listeners;
  readonly volatile: { to(room: string): Listeners };
  readonly adapter: { readonly rooms: ReadonlyMap<string, ReadonlySet<string>> };
  readonly sockets: ReadonlyMap<string, { readonly conn: { close(): void } }>;
}

export const tableRoom = (audience: Audience, table: string): string => `${audience}:${table}`;
export const LOBBY_ROOM = 'lobby';
export const playerRoom = (playerId: string): string => `player:${playerId}`;

@Injectable()
export class Broadcast implements Publisher {
  readonly #rooms = new Map<Audience, Rooms>();

  /** From now on `audience` is reached through `rooms`. */
  attach(audience: Audience, rooms: Rooms): void {
    this.#rooms.set(audience, rooms);
  }

  /** Where `audience` is reached by the rooms of the house that tell it something else than a table's messages. */
  reach(audience: Audience): Rooms | undefined {
    return this.#rooms.get(audience);
  }

  /** Breaks the connections of all who sit at a table that is not here any more: they connect again, and find it where it is. */
  cutOff(table: string): void {
    for (const [audience, { adapter, sockets }] of this.#rooms) {
      for (const id of adapter.rooms.get(tableRoom(audience, table)) ?? []) {
        sockets.get(id)?.conn.close();
      }
    }
  }

  toTable(audience: Audience, message: TableMessage): void {
    this.#rooms
      .get(audience)
      ?.to(tableRoom(audience, message.table))
      .emit('table:message', message);
  }

  /** Outside of the table's order; whoever cannot be told at once is not told. */
  toPlayers(statistics: TableStatistics): void {
    this.#rooms
      .get('player')
      ?.volatile.to(tableRoom('player', statistics.table))
      .emit('table:statistics', statistics);
  }

  toPlayer(playerId: string, result: PlayerResult): void {
    this.#rooms.get('player')?.to(playerRoom(playerId)).emit('player:result', result);
  }

  get isLobbyWatched(): boolean {
    return this.#rooms.get('player')?.adapter.rooms.has(LOBBY_ROOM) ?? false;
  }

  toLobby(message: LobbyTable): void {
    this.#rooms.get('player')?.to(LOBBY_ROOM).emit('lobby:table', message);
  }
}
