/** The way from a table to the sockets: gateways say where each audience sits. */
import { Injectable } from '@nestjs/common';
import type { Approval } from '../protocol/approval.js';
import type { LobbyTable } from '../protocol/lobby.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { TableStatistics } from '../protocol/statistics.js';
import type { TableMessage } from '../protocol/table.js';
import type { Audience } from '../round/audience.js';
import type { Publisher } from './ports.js';

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
/** The scanners and encoders of a table: they hear its messages as the dealer does, and nothing else. */
export const deviceRoom = (table: string): string => `device:${table}`;
export const LOBBY_ROOM = 'lobby';
export const playerRoom = (playerId: string): string => `player:${playerId}`;

@Injectable()
export class Broadcast implements Publisher {
  readonly #rooms = new Map<Audience, readonly Rooms[]>();

  /** From now on `audience` is reached through `rooms`, too. */
  attach(audience: Audience, rooms: Rooms): void {
    this.#rooms.set(audience, [...this.#roomsOf(audience), rooms]);
  }

  /** Where players are reached by the rooms of the house that tell them something else than a table's messages. */
  reach(audience: 'player'): Rooms | undefined {
    return this.#roomsOf(audience)[0];
  }

  /** Where the staff is reached: at the desks, and in the pit. */
  get staff(): readonly Rooms[] {
    return [...new Set([...this.#roomsOf('dealer'), ...this.#roomsOf('pit')])];
  }

  /** Whether anybody of `audience` follows the table. */
  isFollowed(audience: Audience, table: string): boolean {
    const room = tableRoom(audience, table);
    return this.#roomsOf(audience).some(({ adapter }) => adapter.rooms.has(room));
  }

  #roomsOf(audience: Audience): readonly Rooms[] {
    return this.#rooms.get(audience) ?? [];
  }

  /** Breaks the connections of all who sit at a table that is not here any more: they connect again, and find it where it is. */
  cutOff(table: string): void {
    for (const [audience, all] of this.#rooms) {
      for (const { adapter, sockets } of all) {
        const ids = roomsAt(audience, table).flatMap((room) => [
          ...(adapter.rooms.get(room) ?? []),
        ]);
        for (const id of ids) sockets.get(id)?.conn.close();
      }
    }
  }

  toTable(audience: Audience, message: TableMessage): void {
    for (const rooms of this.#roomsOf(audience)) {
      rooms.to(roomsAt(audience, message.table)).emit('table:message', message);
    }
  }

  /** A card that the desk asked for; outside of the table's order. */
  toDesk(changed: Approval): void {
    const { table } = changed;
    for (const rooms of this.#roomsOf('dealer')) {
      rooms
        .to([tableRoom('dealer', table), tableRoom('pit', table)])
        .emit('approval:changed', changed);
    }
  }

  /** Outside of the table's order; whoever cannot be told at once is not told. */
  toPlayers(statistics: TableStatistics): void {
    this.reach('player')
      ?.volatile.to(tableRoom('player', statistics.table))
      .emit('table:statistics', statistics);
  }

  toPlayer(playerId: string, result: PlayerResult): void {
    this.reach('player')?.to(playerRoom(playerId)).emit('player:result', result);
  }

  correctionToPlayer(playerId: string, correction: PlayerCorrection): void {
    this.reach('player')?.to(playerRoom(playerId)).emit('player:correction', correction);
  }

  get isLobbyWatched(): boolean {
    return this.reach('player')?.adapter.rooms.has(LOBBY_ROOM) ?? false;
  }

  toLobby(message: LobbyTable): void {
    this.reach('player')?.to(LOBBY_ROOM).emit('lobby:table', message);
  }
}

/** Where the messages of a table are heard as `audience` hears them. */
const roomsAt = (audience: Audience, table: string): string[] =>
  audience === 'dealer'
    ? [tableRoom(audience, table), deviceRoom(table)]
    : [tableRoom(audience, table)];
