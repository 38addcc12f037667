/**
 * Connections on their way in. A connection may try one namespace once, a player's that of the solo
 * games as well, and is closed if it is refused. An address may open so many that do not sign in,
 * and one of the staff may have so many that did.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Server, Socket } from 'socket.io';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { waitForAnswers } from '../platform/http-timeouts.js';
import { Metrics } from '../platform/metrics.js';
import type { Role } from '../protocol/command.js';
import type { ConnectRefusal } from '../protocol/refusals.js';
import { addressOf, networkOf } from './address.js';
import { Admission } from './admission.js';
import { Budgets } from './budgets.js';
import type { SignedIn } from './tokens.js';
import {
  type Wire,
  allowOneTry,
  boundUnread,
  endForGood,
  refuseAnswers,
  writeTogether,
} from './wire.js';

/** Of what a caller may send, a connection costs this many messages. */
const MESSAGES_A_CONNECTION = 4;

/** Who is on a connection, and the address it comes from, which many may share. */
export interface ConnectedCaller {
  readonly caller: SignedIn;
  readonly address: string;
}

@Injectable()
export class Arrivals {
  readonly #addresses: Budgets;
  readonly #callers: Budgets;
  /** Who came in, or was refused, on a connection, for the namespace beside. */
  readonly #connected = new WeakMap<object, Promise<ConnectedCaller | ConnectRefusal>>();
  /** How many connections each of the staff has in this process. */
  readonly #staff = new Map<string, number>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly admission: Admission,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: Metrics,
    @InjectPinoLogger('sockets') private readonly logger: PinoLogger,
  ) {
    const { arrivals, budget } = config;
    this.#addresses = new Budgets(arrivals.perSecond, arrivals.atOnce);
    this.#callers = new Budgets(
      budget.perSecond / MESSAGES_A_CONNECTION,
      Math.ceil(budget.atOnce / MESSAGES_A_CONNECTION),
    );
  }

  get nowMs(): number {
    return this.clock.nowMs();
  }

  /** From now on whoever comes to the HTTP server for a connection comes in by these rules. */
  attach(sockets: Server, http: HttpServer): Server {
    sockets.attach(http, {
      allowRequest: (request: IncomingMessage, answer) => {
        if (!this.config.roles.has('edge')) return answer('no_connections_here', false);
        const network = this.#networkOf(request.socket.remoteAddress ?? '', request.headers);
        const isInTime = this.#addresses.spend(network, this.clock.nowMs());
        answer(isInTime ? null : 'too_many_connections', isInTime);
      },
    });
    waitForAnswers(http);
    sockets.engine.on('initial_headers', (_: unknown, request: IncomingMessage) => {
      if (request.headers.upgrade !== undefined) writeTogether(request);
    });
    sockets.engine.on('connection', (wire: Wire & { remoteAddress: string }) => {
      allowOneTry(wire);
      refuseAnswers(wire);
      endForGood(wire);
      boundUnread(wire, this.config.unreadBytesMax, () => {
        this.metrics.connectionsCut.inc();
        this.logger.warn({ address: wire.remoteAddress }, 'a client that does not read is cut');
      });
    });
    return sockets;
  }

  /** The caller, with a token of one of `roles`, or why not. Rejects as `Admission.read` does. */
  async letIn(socket: Socket, roles: readonly Role[]): Promise<ConnectedCaller | ConnectRefusal> {
    const connected = this.#letIn(socket, roles);
    this.#connected.set(socket.conn, connected);
    return connected;
  }

  /**
   * The caller who came in by `letIn` on the same connection, or why not. The token that is shown
   * here must be the same caller's.
   */
  async letInBeside(socket: Socket): Promise<ConnectedCaller | ConnectRefusal> {
    const connected = (await this.#connected.get(socket.conn)) ?? 'not_allowed';
    if (typeof connected === 'string') return connected;
    const shown = this.admission.read((socket.handshake.auth as { token?: unknown }).token);
    const isSame = (await shown)?.id === connected.caller.id;
    return isSame ? connected : 'not_allowed';
  }

  async #letIn(socket: Socket, roles: readonly Role[]): Promise<ConnectedCaller | ConnectRefusal> {
    const { auth, address, headers } = socket.handshake;
    const caller = await this.admission.read((auth as { token?: unknown }).token);
    if (caller === undefined) return 'not_signed_in';
    if (!roles.includes(caller.role)) return 'not_allowed';
    const name = `${caller.role}:${caller.id}`;
    if (!this.#callers.spend(name, this.clock.nowMs())) return 'too_many_messages';
    if (caller.role !== 'player' && !this.#takePlace(socket, name)) return 'too_many_connections';
    this.#addresses.giveBack(this.#networkOf(address, headers));
    const { proxies } = this.config.http;
    return { caller, address: addressOf(address, headers['x-forwarded-for'], proxies) };
  }

  /** See `Admission.keep`. */
  keep(socket: Socket, caller: SignedIn): void {
    this.admission.keep(socket, caller);
  }

  /** A player has one connection, and needs no place: a second login closes the first. */
  #takePlace({ conn }: Socket, name: string): boolean {
    const taken = this.#staff.get(name) ?? 0;
    const { staffConnections } = this.config.arrivals;
    if (taken >= staffConnections || conn.readyState !== 'open') return false;
    this.#staff.set(name, taken + 1);
    conn.once('close', () => {
      const left = this.#staff.get(name)! - 1;
      if (left === 0) this.#staff.delete(name);
      else this.#staff.set(name, left);
    });
    return true;
  }

  #networkOf(peer: string, headers: IncomingMessage['headers']): string {
    return networkOf(addressOf(peer, headers['x-forwarded-for'], this.config.http.proxies));
  }
}
