/** What a player may ask of the lobby. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../access/socket-commands.js';
import type { LOBBY_COMMANDS } from '../protocol/lobby.js';
import { LOBBY_ROOM } from '../table/broadcast.js';
import { Lobby } from './lobby.service.js';

@Injectable()
export class LobbyCommands {
  constructor(private readonly lobby: Lobby) {}

  readonly handlers: Handlers<typeof LOBBY_COMMANDS> = {
    'lobby:watch': async ({ after }, { socket }) => {
      // The room is joined before the tables are read, so that what changes in between comes as a
      // message, too.
      await socket.join(LOBBY_ROOM);
      const { tables, next } = this.lobby.watch(after);
      const shown = tables.map(({ card, beads }) => ({ card, beads: [...beads] }));
      return { ok: true, tables: shown, next, nowMs: this.lobby.nowMs };
    },
    'lobby:leave': async (_request, { socket }) => {
      await socket.leave(LOBBY_ROOM);
      return { ok: true };
    },
  };
}
