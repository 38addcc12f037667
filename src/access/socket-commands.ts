/**
 * The one wrapper around every socket command. The command must be known, within budget,
 * well-formed and allowed. It is timed, and always answered in its ack.
 */
import type { Namespace, Socket } from 'socket.io';
import type { PinoLogger } from 'nestjs-pino';
import type { z } from 'zod';
import { assert } from '../money/assert.js';
import { DatabaseBusy } from '../platform/database.js';
import type {
  Command,
  CommonRefusal,
  Refused,
  ReplyOf,
  RequestOf,
  Role,
} from '../protocol/command.js';
import type { Hop, HopOrder } from '../edge/hop.service.js';
import { RunsElsewhere } from '../table/runs-elsewhere.js';
import { networkOf } from './address.js';
import type { CommandMeasures } from './command-measures.service.js';
import type { Arrivals, ConnectedCaller } from './arrivals.js';
import type { DoorBudgets } from './budgets.js';
import type { SignedIn } from './tokens.js';
import { forgetRequest } from './wire.js';

/** Who asks. */
export interface Asker {
  readonly caller: SignedIn;
  /** The address it comes from, which many callers may share. */
  readonly address: string;
  /**
   * Undefined where the command came by another process: that one holds the connection, and has
   * looked at what a connection is asked for.
   */
  readonly socket?: Socket;
  /** The connection, where another process holds it. A version of before does not say. */
  readonly connection?: string | undefined;
}

/** What a handler works with besides the request. */
export interface SocketAsker extends Asker {
  readonly socket: Socket;
}

/** A handler for each command, no more and no less. */
export type Handlers<Commands> = {
  [Name in keyof Commands]: (
    request: RequestOf<Commands[Name]>,
    connection: SocketAsker,
  ) => Promise<ReplyOf<Commands[Name]>>;
};

/** The same for what may come by another process. */
export type TableHandlers<Commands> = {
  [Name in keyof Commands]: (
    request: RequestOf<Commands[Name]>,
    asker: Asker,
  ) => Promise<ReplyOf<Commands[Name]>>;
};

/** A namespace, and what of its commands is a table's to answer, in whatever process it runs. */
export interface Door<Commands> {
  readonly namespace: string;
  readonly ofTables: Partial<TableHandlers<Commands>>;
}

interface SocketCommandsParts {
  readonly hop: Pick<Hop, 'ask' | 'before' | 'open'>;
  readonly arrivals: Arrivals;
  readonly measures: CommandMeasures;
  readonly logger: PinoLogger;
  readonly budgets: DoorBudgets;
}

/** Of what a command may be refused with, the first that says that its table was not reached. */
const NOT_DONE = ['table_is_busy', 'table_is_moving', 'not_known_yet'] as const;

/** After this many messages beyond the budget in a row, the connection is cut. */
const FLOOD = 1_000;

type AnyHandler = (request: unknown, connection: SocketAsker) => Promise<object>;
type AnyTableHandler = (request: unknown, asker: Asker) => Promise<object>;

export class SocketCommands<Commands extends Record<string, Command>> {
  readonly #handlers: ReadonlyMap<string, { command: Command; handle: AnyHandler }>;

  constructor(
    commands: Commands,
    handlers: Handlers<Commands>,
    private readonly roles: readonly Role[],
    private readonly door: Door<Commands>,
    private readonly parts: SocketCommandsParts,
  ) {
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
    parts.hop.open(door.namespace, (order) => this.#carryOut(order as HopOrder<SignedIn>));
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
  listen(socket: Socket): SocketAsker {
    const { caller, address } = socket.data as ConnectedCaller;
    const connection = { socket, caller, address };
    const network = networkOf(address);
    this.parts.arrivals.keep(socket, caller);
    forgetRequest(socket);
    let refusedInARow = 0;
    socket.onAny((name: string, ...args: unknown[]) => {
      const last = args.at(-1);
      const ack = typeof last === 'function' ? (last as (reply: object) => void) : undefined;
      const message = ack === args[0] ? undefined : args[0];
      const hasBudget = this.#hasBudget(caller, network);
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
  #hasBudget({ role, id }: SignedIn, network: string): boolean {
    const nowMs = this.parts.arrivals.nowMs;
    const { callers, addresses } = this.parts.budgets;
    return callers.spend(`${role}:${id}`, nowMs) && addresses.spend(network, nowMs);
  }

  async #answer(
    name: string,
    message: unknown,
    connection: SocketAsker,
    hasBudget: boolean,
  ): Promise<object> {
    const known = this.#handlers.get(name);
    return this.parts.measures.measure(known === undefined ? 'unknown' : name, async () =>
      hasBudget ? this.#answerHere(name, known, message, connection) : refused('too_many_messages'),
    );
  }

  async #answerHere(
    name: string,
    known: { command: Command; handle: AnyHandler } | undefined,
    message: unknown,
    connection: SocketAsker,
  ): Promise<object> {
    if (known === undefined) return refused('unknown_command');
    const { command, handle } = known;
    const { namespace } = this.door;
    const table = this.door.ofTables[name] === undefined ? undefined : tableIn(message);
    if (table !== undefined) {
      const line = { table, door: namespace, connection: connection.socket.id };
      const earlier = this.parts.hop.before(line);
      if (earlier !== undefined) await earlier;
    }
    try {
      return await this.#perform(name, command, message, connection.caller, (request) =>
        handle(request, connection),
      );
    } catch (error) {
      if (!(error instanceof RunsElsewhere)) throw error;
      const { caller, address } = connection;
      const { id } = connection.socket;
      const from = { caller, address, connection: id };
      const order = { table: error.table, door: namespace, name, message, ...from };
      const outcome = await this.parts.hop.ask(order);
      if (error.kept !== undefined && !stands(outcome)) return error.kept;
      if (typeof outcome === 'object') return outcome;
      // Where it may have been done, no refusal says so but this one.
      const undone = outcome === 'busy' ? NOT_DONE : [];
      const own = undone.find((each) => command.refusals.includes(each));
      return { ok: false, refusal: own ?? 'internal_error' };
    }
  }

  /** An order that came by another process. Rejects with `RunsElsewhere` where the table left. */
  async #carryOut(order: HopOrder<SignedIn>): Promise<object> {
    const { name, message, caller, address, connection } = order;
    const known = this.#handlers.get(name);
    const handle = this.door.ofTables[name] as AnyTableHandler | undefined;
    if (known === undefined || handle === undefined) return refused('unknown_command');
    return this.#perform(name, known.command, message, caller, (request) =>
      handle(request, { caller, address, connection }),
    );
  }

  /** Rejects with `RunsElsewhere` and nothing else. */
  async #perform(
    name: string,
    command: Command,
    message: unknown,
    caller: SignedIn,
    handle: (request: unknown) => Promise<object>,
  ): Promise<object> {
    if (!command.roles.includes(caller.role)) return refused('not_allowed');
    const parsed = command.request.safeParse(message);
    if (!parsed.success) {
      const at = placeOf(parsed.error.issues[0]);
      return { ...refused('malformed_message'), ...(at !== '' && { at }) };
    }
    try {
      return await handle(parsed.data);
    } catch (error) {
      if (error instanceof RunsElsewhere) throw error;
      if (error instanceof DatabaseBusy) return refused('studio_is_busy');
      this.parts.logger.error({ err: error, command: name }, 'a command failed');
      return refused('internal_error');
    }
  }
}

/** A field that the schema does not name is a place of its own. */
const placeOf = (issue: z.core.$ZodIssue | undefined): string => {
  const surplus = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...(issue?.path ?? []), ...surplus].join('.');
};

const tableIn = (message: unknown): string | undefined => {
  const { table } = (message ?? {}) as { readonly table?: unknown };
  return typeof table === 'string' ? table : undefined;
};

const stands = (outcome: object | string): boolean =>
  typeof outcome === 'object' && 'ok' in outcome && outcome.ok === true;

const refused = (refusal: CommonRefusal): Refused<CommonRefusal> => ({ ok: false, refusal });
