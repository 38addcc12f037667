/** The pit's gateway: namespace `/pit`, for the shift manager and for those who check. */
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import type { Namespace, Socket } from 'socket.io';
import { SocketAccess } from '../access/socket-access.js';
import type { SocketCommands } from '../access/socket-commands.js';
import { ChatStaffCommands } from '../chat/chat-staff.commands.js';
import { STAFF_DOORS } from '../protocol/operations.js';
import { PIT_COMMANDS, type PitCommands } from '../protocol/pit.js';
import { PitAnswers } from './pit-answers.js';

@WebSocketGateway({ namespace: '/pit' })
export class PitGateway implements OnGatewayInit<Namespace>, OnGatewayConnection<Socket> {
  readonly #commands: SocketCommands<PitCommands>;

  constructor(
    access: SocketAccess,
    { handlers, ofTables }: PitAnswers,
    private readonly chat: ChatStaffCommands,
  ) {
    const door = { namespace: '/pit', ofTables };
    this.#commands = access.commands(PIT_COMMANDS, handlers, STAFF_DOORS['/pit'], door);
  }

  afterInit(namespace: Namespace): void {
    this.#commands.guard(namespace);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const { caller } = this.#commands.listen(socket);
    await this.chat.welcome(socket, caller);
  }
}
