/**
 * The gateway of the solo games: namespace `/solo`, on the line of a player who came in by
 * `/player`.
 */
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import { Inject } from '@nestjs/common';
import type { Namespace, Socket } from 'socket.io';
import { SocketAccess } from '../access/socket-access.js';
import type { SocketCommands } from '../access/socket-commands.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { SOLO_COMMANDS, type SoloCommands } from '../protocol/solo.js';
import { playerRoom } from '../table/broadcast.js';
import { SoloCommandAnswers } from './solo.commands.js';

/** A hand is played in whatever process. */
const NO_TABLES = { namespace: '/solo', ofTables: {} };

@WebSocketGateway({ namespace: '/solo' })
export class SoloGateway implements OnGatewayInit<Namespace>, OnGatewayConnection<Socket> {
  readonly #commands: SocketCommands<SoloCommands>;

  constructor(
    access: SocketAccess,
    { handlers }: SoloCommandAnswers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#commands = access.commands(SOLO_COMMANDS, handlers, ['player'], NO_TABLES);
  }

  afterInit(namespace: Namespace): void {
    this.#commands.guardBeside(namespace);
  }

  async handleConnection(socket: Socket): Promise<void> {
    Object.assign(socket.data as object, { enteredAtMs: this.clock.nowMs() });
    const { caller } = this.#commands.listen(socket);
    await socket.join(playerRoom(caller.id));
  }
}
