/** The studio's log: a line of JSON for each entry, to the stream that the studio was given. */
import { type DynamicModule, Inject, Injectable, Scope } from '@nestjs/common';
import { LoggerModule, PARAMS_PROVIDER_TOKEN, type Params, PinoLogger } from 'nestjs-pino';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import type { Config } from '../config.js';
import { standardOutput } from './standard-output.js';

/** The token under which Nest provides the studio's own log. */
const LOG = Symbol('Log');

/**
 * Headers hold tokens. An error of Redis, and one of a cluster within its own, holds the command
 * that has failed with all its arguments: that of a sign-in is the password.
 */
const KEPT_OUT = ['req.headers', 'err.command.args', 'err.lastNodeError.command.args'];

/** Where no stream is given, to the process's standard output. */
export const createLog = ({ logLevel }: Config, destination?: DestinationStream): Logger => {
  const onLost = (lines: number): void =>
    log.warn({ lines }, 'the log could not be written for a time, and these lines of it are lost');
  const log: Logger = pino(
    { level: logLevel, redact: KEPT_OUT },
    destination ?? standardOutput(onLost),
  );
  return log;
};

/** Gives every HTTP request a logger that names it. */
export const requestLogger = (log: Logger): HttpLogger =>
  pinoHttp({ logger: log, autoLogging: false });

/**
 * nestjs-pino has one logger for the whole process. Each studio writes to its own log, even when
 * several share a process.
 */
@Injectable({ scope: Scope.TRANSIENT })
class StudioLogger extends PinoLogger {
  readonly #ofTheProcess: Logger;

  constructor(
    @Inject(PARAMS_PROVIDER_TOKEN) params: Params,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super(params);
    this.#ofTheProcess = super.logger;
  }

  /** The request's logger, where there is one. */
  override get logger(): Logger {
    const logger = super.logger;
    return logger === this.#ofTheProcess ? this.log : logger;
  }
}

/** Gives all rooms loggers that write to `log`. */
export const loggerModule = (log: Logger): DynamicModule => {
  const module = LoggerModule.forRoot({ useExisting: true, pinoHttp: { level: 'silent' } });
  const others = (module.providers ?? []).filter((provider) => provider !== PinoLogger);
  return {
    ...module,
    providers: [
      ...others,
      { provide: LOG, useValue: log },
      { provide: PinoLogger, useClass: StudioLogger, scope: Scope.TRANSIENT },
    ],
  };
};
