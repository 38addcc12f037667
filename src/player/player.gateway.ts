/** The player's door: namespace `/player`. Each room that a player may ask something answers its own commands. */
import {
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Namespace, Socket } from 'socket.io';
import { SocketAccess } from '../access/socket-access.js';
import type { SocketCommands } from '../access/socket-commands.js';
import { PLAYER_COMMANDS, type PlayerCommands } from '../protocol/player.js';
import { SessionCommands } from '../session/session.commands.js';
import { Broadcast, playerRoom } from '../table/broadcast.js';
import { SeatCommands } from './seat.commands.js';

@WebSocketGateway({ namespace: '/player' })
export class PlayerGateway
  implements OnGatewayInit<Namespace>, OnGatewayConnection<Socket>, OnGatewayDisconnect<Socket>
{
  readonly #commands: SocketCommands<PlayerCommands>;

  constructor(
    access: SocketAccess,
    private readonly broadcast: Broadcast,
    private readonly seats: SeatCommands,
    sessions: SessionCommands,
  ) {
    const handlers = { ...seats.handlers, ...sessions.handlers };
    this.#commands = access.commands(PLAYER_COMMANDS, handlers, ['player']);
  }

  afterInit(namespace: Namespace): void {
    this.#commands.guard(namespace);
    this.broadcast.attach('player', namespace);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const { caller } = this.#commands.listen(socket);
    await socket.join(playerRoom(caller.id));
  }

  handleDisconnect(socket: Socket): void {
    const { caller } = socket.data as { caller?: { id: string } };
    if (caller !== undefined) this.seats.leaveAll(socket, caller.id);
  }
}
