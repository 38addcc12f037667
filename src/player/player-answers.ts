/** Which room answers each thing that a player asks. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../access/socket-commands.js';
import { ChatCommands } from '../chat/chat.commands.js';
import { LobbyCommands } from '../lobby/lobby.commands.js';
import type { PlayerCommands } from '../protocol/player.js';
import { SessionCommands } from '../session/session.commands.js';
import { TipCommands } from '../tip/tip.commands.js';
import { SeatCommands } from './seat.commands.js';

@Injectable()
export class PlayerAnswers {
  readonly handlers: Handlers<PlayerCommands>;

  constructor(
    seats: SeatCommands,
    sessions: SessionCommands,
    lobby: LobbyCommands,
    chat: ChatCommands,
    tips: TipCommands,
  ) {
    this.handlers = {
      ...seats.handlers,
      ...sessions.handlers,
      ...lobby.handlers,
      ...chat.handlers,
      ...tips.handlers,
    };
  }
}
