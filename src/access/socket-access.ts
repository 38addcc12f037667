/** What every gateway needs to let callers in and to answer them. */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import type { Command, Role } from '../protocol/command.js';
import { Arrivals } from './arrivals.js';
import { CommandMeasures } from './command-measures.service.js';
import { type Handlers, SocketCommands } from './socket-commands.js';

@Injectable()
export class SocketAccess {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly arrivals: Arrivals,
    private readonly measures: CommandMeasures,
    @Inject(CLOCK) private readonly clock: Clock,
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
  ): SocketCommands<Commands> {
    const { arrivals, measures, clock, logger, config } = this;
    return new SocketCommands(commands, handlers, roles, {
      arrivals,
      measures,
      clock,
      logger,
      budget: config.budget,
    });
  }
}
