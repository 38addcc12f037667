/** What every gateway needs to let callers in and to answer them. */
import { Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { Hop } from '../edge/hop.service.js';
import type { Command, Role } from '../protocol/command.js';
import { Arrivals } from './arrivals.js';
import { CallerBudgets } from './caller-budgets.service.js';
import { CommandMeasures } from './command-measures.service.js';
import { type Door, type Handlers, SocketCommands } from './socket-commands.js';

@Injectable()
export class SocketAccess {
  constructor(
    private readonly budgets: CallerBudgets,
    private readonly arrivals: Arrivals,
    private readonly measures: CommandMeasures,
    private readonly hop: Hop,
    @InjectPinoLogger('sockets') private readonly logger: PinoLogger,
  ) {}

  /**
   * The commands of a namespace that `roles` may connect to. Throws when a command has no handler,
   * or a handler no command.
   */
  commands<Commands extends Record<string, Command>>(
    commands: Commands,
    handlers: Handlers<Commands>,
    roles: readonly Role[],
    door: Door<Commands>,
  ): SocketCommands<Commands> {
    const { arrivals, measures, hop, logger, budgets } = this;
    return new SocketCommands(commands, handlers, roles, door, {
      arrivals,
      measures,
      hop,
      logger,
      budgets: budgets.at(door.namespace),
    });
  }
}
