/**
 * The player's gateway: namespace `/player`. Each room that a player may ask something answers its
 * own commands.
 */
import {
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Namespace, Socket } from 'socket.io';
import { SocketAccess } from '../access/socket-access.js';
import type { SocketCommands } from '../access/socket-commands.js';
import type { SignedIn } from '../access/tokens.js';
import { PLAYER_COMMANDS, type PlayerCommands } from '../protocol/player.js';
import { Connections } from '../session/connections.service.js';
import { playerRoom } from '../table/broadcast.js';
import { PlayerAnswers } from './player-answers.js';
import { SeatCommands } from './seat.commands.js';

@WebSocketGateway({ namespace: '/player' })
export class PlayerGateway
  implements OnGatewayInit<Namespace>, OnGatewayConnection<Socket>, OnGatewayDisconnect<Socket>
{
  readonly #commands: SocketCommands<PlayerCommands>;

  constructor(
    access: SocketAccess,
    private readonly seats: SeatCommands,
    private readonly connections: Connections,
    { handlers }: PlayerAnswers,
  ) {
    const door = { namespace: '/player', ofTables: seats.ofTables };
    this.#commands = access.commands(PLAYER_COMMANDS, handlers, ['player'], door);
  }

  afterInit(namespace: Namespace): void {
    this.#commands.guard(namespace);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const { caller } = this.#commands.listen(socket);
    this.connections.enter(socket, caller.id, caller.expiresAtMs, caller.generation);
    await socket.join(playerRoom(caller.id));
  }

  handleDisconnect(socket: Socket): void {
    const { caller } = socket.data as { caller?: SignedIn };
    if (caller === undefined) return;
    this.seats.leaveAll(socket, caller.id);
    this.connections.leave(socket, caller.id);
    // The solo games are beside it on the line, and do not stay without it.
    socket.conn.close();
  }
}
