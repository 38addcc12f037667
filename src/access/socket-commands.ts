/**
 * The one wrapper around every socket command. The command must be known, within budget,
 * well-formed and allowed. It is timed, and always answered in its ack.
 */
import type { Namespace, Socket } from 'socket.io';
import type { PinoLogger } from 'nestjs-pino';
import type { Config } from '../config.js';
import { assert } from '../money/assert.js';
import type { Clock } from '../platform/clock.js';
import { DatabaseBusy } from '../platform/database.js';
import type {
  Command,
  CommonRefusal,
  Refused,
  ReplyOf,
  RequestOf,
  Role,
} from '../protocol/command.js';
import type { CommandMeasures } from './command-measures.service.js';
import type { Arrivals, Line } from './arrivals.js';
import { Budgets } from './budgets.js';
import type { SignedIn } from './tokens.js';
import { forgetRequest } from './wire.js';

/** What a handler works with besides the request. */
export interface Connection {
  readonly socket: Socket;
  readonly caller: SignedIn;
  /** The address it comes from, which many callers may share. */
  readonly address: string;
}

/** A handler for each command, no more and no less. */
export type Handlers<Commands> = {
  [Name in keyof Commands]: (
    request: RequestOf<Commands[Name]>,
    connection: Connection,
  ) => Promise<ReplyOf<Commands[Name]>>;
};

interface SocketCommandsParts {
  readonly arrivals: Arrivals;
  readonly measures: CommandMeasures;
  readonly clock: Clock;
  readonly logger: PinoLogger;
  readonly budget: Config['budget'];
}

/** After this many messages beyond the budget in a row, the connection is cut. */
const FLOOD = 1_000;

/** An address has the budgets of this many callers. */
const CALLERS_AT_AN_ADDRESS = 200;

type AnyHandler = (request: unknown, connection: Connection) => Promise<object>;

export class SocketCommands<Commands extends Record<string, Command>> {
  readonly #handlers: ReadonlyMap<string, { command: Command; handle: AnyHandler }>;
  /**
   * One for all connections of a caller, and for those that follow them, so that more connections
   * do not earn more.
   */
  readonly #budgets: Budgets;
  readonly #addresses: Budgets;

  constructor(
    commands: Commands,
    handlers: Handlers<Commands>,
    private readonly roles: readonly Role[],
    private readonly parts: SocketCommandsParts,
  ) {
    const { perSecond, atOnce } = parts.budget;
    const many = CALLERS_AT_AN_ADDRESS;
    this.#budgets = new Budgets(perSecond, atOnce);
    this.#addresses = new Budgets(perSecond * many, atOnce * many);
    const names = Object.keys(commands);
    const strangers = Object.keys(handlers).filter((name) => !names.includes(name));
    assert(strangers.length === 0, `no command is called ${strangers.join(', ')}`);
    this.#handlers = new Map(
      names.map((name) => {
        const handle = handlers[name] as AnyHandler | undefined;
        assert(handle !== undefined, `the command ${name} has a handler`);
        return [name, { command: commands[name]!, handle }];
      }),
    );
  }

  /** Lets in only those of one of the roles. Others get why not as the connect error. */
  guard(namespace: Namespace): void {
    this.#guard(namespace, (socket) => this.parts.arrivals.letIn(socket, this.roles));
  }

  /** Lets in whoever came in by another namespace on the same line. */
  guardBeside(namespace: Namespace): void {
    this.#guard(namespace, (socket) => this.parts.arrivals.letInBeside(socket));
  }

  #guard(namespace: Namespace, letIn: (socket: Socket) => ReturnType<Arrivals['letIn']>): void {
    namespace.use((socket, next) => {
      letIn(socket).then(
        (line) => {
          if (typeof line === 'string') return next(new Error(line));
          Object.assign(socket.data as object, line);
          next();
        },
        () => next(new Error('internal_error')),
      );
    });
  }

  /** Answers every command of the connection from now on. */
  listen(socket: Socket): Connection {
    const { caller, address } = socket.data as Line;
    const connection = { socket, caller, address };
    this.parts.arrivals.keep(socket, caller);
    forgetRequest(socket);
    let refusedInARow = 0;
    socket.onAny((name: string, ...args: unknown[]) => {
      const last = args.at(-1);
      const ack = typeof last === 'function' ? (last as (reply: object) => void) : undefined;
      const message = ack === args[0] ? undefined : args[0];
      const hasBudget = this.#hasBudget(connection);
      refusedInARow = hasBudget ? 0 : refusedInARow + 1;
      if (refusedInARow > FLOOD) return void socket.disconnect(true);
      void this.#answer(name, message, connection, hasBudget).then((reply) => ack?.(reply));
    });
    return connection;
  }

  /**
   * The caller's budget comes first, so that a caller who floods costs others at the same address
   * nothing.
   */
  #hasBudget({ caller: { role, id }, address }: Connection): boolean {
    const nowMs = this.parts.clock.nowMs();
    return this.#budgets.spend(`${role}:${id}`, nowMs) && this.#addresses.spend(address, nowMs);
  }

  async #answer(
    name: string,
    message: unknown,
    connection: Connection,
    hasBudget: boolean,
  ): Promise<object> {
    const known = this.#handlers.get(name);
    return this.parts.measures.measure(known === undefined ? 'unknown' : name, async () =>
      hasBudget ? this.#perform(name, known, message, connection) : refused('too_many_messages'),
    );
  }

  async #perform(
    name: string,
    known: { command: Command; handle: AnyHandler } | undefined,
    message: unknown,
    connection: Connection,
  ): Promise<object> {
    if (known === undefined) return refused('unknown_command');
    const { command, handle } = known;
    if (!command.roles.includes(connection.caller.role)) return refused('not_allowed');
    const parsed = command.request.safeParse(message);
    if (!parsed.success) {
      const at = parsed.error.issues[0]?.path.join('.') ?? '';
      return { ...refused('malformed_message'), ...(at !== '' && { at }) };
    }
    try {
      return await handle(parsed.data, connection);
    } catch (error) {
      if (error instanceof DatabaseBusy) return refused('studio_is_busy');
      this.parts.logger.error({ err: error, command: name }, 'a command failed');
      return refused('internal_error');
    }
  }
}

const refused = (refusal: CommonRefusal): Refused<CommonRefusal> => ({ ok: false, refusal });
