/** Which room answers what a desk asks besides its table. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../access/socket-commands.js';
import { ChatStaffCommands } from '../chat/chat-staff.commands.js';
import type { CHAT_STAFF_COMMANDS } from '../protocol/chat.js';
import { RotaCommands } from '../pit/rota/rota.commands.js';
import type { ROTA_STAFF_COMMANDS } from '../protocol/rota.js';
import type { TIP_STAFF_COMMANDS } from '../protocol/tip.js';
import { TipCommands } from '../tip/tip.commands.js';

@Injectable()
export class DeskAnswers {
  readonly handlers: Handlers<
    typeof CHAT_STAFF_COMMANDS & typeof TIP_STAFF_COMMANDS & typeof ROTA_STAFF_COMMANDS
  >;
  readonly welcome: ChatStaffCommands['welcome'];

  constructor(chat: ChatStaffCommands, tips: TipCommands, rota: RotaCommands) {
    this.handlers = { ...chat.handlers, ...tips.ofDealers, ...rota.handlers };
    this.welcome = (socket, caller) => chat.welcome(socket, caller);
  }
}
