/** The way from a table to the sockets: each audience comes in by a namespace of its own. */
import { Inject, Injectable } from '@nestjs/common';
import type { Namespace, Server } from 'socket.io';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { SOCKETS } from '../platform/sockets.js';
import type { Approval } from '../protocol/approval.js';
import type { LobbyTables } from '../protocol/lobby.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { TableBeat } from '../protocol/beat.js';
import type { TableStatistics } from '../protocol/statistics.js';
import type { TableMessage } from '../protocol/table.js';
import { AUDIENCES, type Audience } from '../round/audience.js';
import type { Publisher } from './ports.js';

/** The namespace by which those of each audience come in. */
const DOORS: Readonly<Record<Audience, string>> = {
  player: '/player',
  dealer: '/dealer',
  pit: '/pit',
};

/** Those of a round, for the players at its table who are connected to other processes. */
const STATISTICS: BulletinKind<TableStatistics> = { name: 'statistics' };

export const tableRoom = (audience: Audience, table: string): string => `${audience}:${table}`;
/**
 * The scanners and encoders of a table. They receive its messages as the dealer does, and nothing
 * else.
 */
export const deviceRoom = (table: string): string => `device:${table}`;
export const LOBBY_ROOM = 'lobby';
/** Of one player alone. A table may be named by a number: its room is another. */
export const playerRoom = (playerId: string): string => `own:${playerId}`;
/** The table, in the name of the room of its desks. */
const OF_A_DESK = /^dealer:(.+)$/;
/** A player's number, in the name of their room. */
const OF_A_PLAYER = /^own:(.+)$/;

@Injectable()
export class Broadcast implements Publisher {
  /** Tables whose players were sent something since that was asked last. */
  readonly #sentTo = new Set<string>();

  constructor(
    @Inject(SOCKETS) private readonly sockets: Server,
    @Inject(Bulletins) private readonly bulletins: Pick<Bulletins, 'on' | 'post'>,
  ) {
    bulletins.on(STATISTICS, (statistics) => this.#statistics(statistics));
  }

  /** For rooms of the code that send an audience something other than a table's messages. */
  reach(audience: Audience): Namespace {
    return this.sockets.of(DOORS[audience]);
  }

  /** The rooms of the staff: at the desks, and in the pit. */
  get staff(): readonly Namespace[] {
    return [this.reach('dealer'), this.reach('pit')];
  }

  /** The players who are connected to this process. */
  get playersHere(): readonly string[] {
    const rooms = [...this.reach('player').adapter.rooms.keys()];
    return rooms.flatMap((room) => OF_A_PLAYER.exec(room)?.[1] ?? []);
  }

  /** The tables whose desks are connected to this process. */
  get desksHere(): readonly string[] {
    const rooms = [...this.reach('dealer').adapter.rooms.keys()];
    return rooms.flatMap((room) => OF_A_DESK.exec(room)?.[1] ?? []);
  }

  /** Whether anybody of `audience` follows the table. */
  isFollowed(audience: Audience, table: string): boolean {
    return this.reach(audience).adapter.rooms.has(tableRoom(audience, table));
  }

  /**
   * Breaks the connections of everybody at a table that no longer runs here. They connect again,
   * and find it where it is.
   */
  cutOff(table: string): void {
    for (const audience of AUDIENCES) {
      const { adapter, sockets } = this.reach(audience);
      const ids = roomsAt(audience, table).flatMap((room) => [...(adapter.rooms.get(room) ?? [])]);
      for (const id of ids) sockets.get(id)?.conn.close();
    }
  }

  toTable(audience: Audience, message: TableMessage): void {
    if (audience === 'player') this.#sentTo.add(message.table);
    this.reach(audience).to(roomsAt(audience, message.table)).emit('table:message', message);
  }

  /** A card that the desk asked for. It is outside the table's order. */
  toDesk(changed: Approval): void {
    const { table } = changed;
    if (table === null) return;
    const rooms = [tableRoom('dealer', table), tableRoom('pit', table)];
    this.reach('dealer').to(rooms).emit('approval:changed', changed);
  }

  /** Outside the table's order. A connection that cannot be sent it at once is left out. */
  toPlayers(statistics: TableStatistics): void {
    this.#statistics(statistics);
    void this.bulletins.post(STATISTICS, statistics);
  }

  #statistics(statistics: TableStatistics): void {
    this.#sentTo.add(statistics.table);
    this.reach('player')
      .volatile.to(tableRoom('player', statistics.table))
      .emit('table:statistics', statistics);
  }

  /** Whether the players at the table were sent anything since this was asked last. */
  wasSent(table: string): boolean {
    return this.#sentTo.delete(table);
  }

  /** A connection that cannot be sent it at once has something else to receive. */
  beat(beat: TableBeat): void {
    this.reach('player').volatile.to(tableRoom('player', beat.table)).emit('table:beat', beat);
  }

  toPlayer(playerId: string, result: PlayerResult): void {
    this.reach('player').to(playerRoom(playerId)).emit('player:result', result);
  }

  correctionToPlayer(playerId: string, correction: PlayerCorrection): void {
    this.reach('player').to(playerRoom(playerId)).emit('player:correction', correction);
  }

  get isLobbyWatched(): boolean {
    return this.reach('player').adapter.rooms.has(LOBBY_ROOM);
  }

  toLobby(message: LobbyTables): void {
    this.reach('player').to(LOBBY_ROOM).emit('lobby:tables', message);
  }
}

/** The socket rooms in which the messages of a table for `audience` are sent. */
const roomsAt = (audience: Audience, table: string): string[] =>
  audience === 'dealer'
    ? [tableRoom(audience, table), deviceRoom(table)]
    : [tableRoom(audience, table)];
