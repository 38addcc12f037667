/** The sessions at one studio of a simulation: the real services, over the database in memory. */
import type { Config } from '../../src/config.js';
import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '../../src/platform/clock.js';
import type { Metrics } from '../../src/platform/metrics.js';
import type { Poller } from '../../src/platform/poller.js';
import { Connections } from '../../src/session/connections.service.js';
import type { SessionPolicy } from '../../src/session/due.js';
import type { Look } from '../../src/session/expiry-queue.service.js';
import { ExpirySweep } from '../../src/session/expiry-sweep.service.js';
import { Expiry } from '../../src/session/expiry.service.js';
import { ExpiryWorker } from '../../src/session/expiry.worker.js';
import { SessionEnding } from '../../src/session/session-ending.service.js';
import { SessionNotices } from '../../src/session/session-notices.service.js';
import type { SessionStore } from '../../src/session/store.js';
import { amount } from '../../src/money/amount.js';
import type { LookJob, SessionQueue } from './session-queue.js';
import type { Connection } from './studio.js';

type Socket = Parameters<Connections['enter']>[0];

interface Parts {
  readonly store: SessionStore;
  /** What the player has besides the session, in minor units. */
  readonly saved: (player: string) => Promise<bigint>;
  readonly poller: Poller;
  readonly clock: Clock;
  readonly looks: SessionQueue;
}

interface SessionConfig extends Pick<Config, 'roles'> {
  readonly session: SessionPolicy & { readonly sweepMs: number };
}

export class StudioSessions {
  readonly #connections: Connections;
  readonly #worker: ExpiryWorker;
  readonly #sockets = new Map<Connection, Socket>();

  constructor(
    config: SessionConfig,
    private readonly parts: Parts,
    metrics: Metrics,
    logger: PinoLogger,
  ) {
    const { store, saved, poller, clock, looks } = parts;
    const queue = { arm: (all: readonly Look[]) => looks.arm(all, clock.nowMs()) };
    const wallet = { balance: async (player: string) => amount(await saved(player)) };
    this.#connections = new Connections(config, store, queue, clock, poller);
    const notices = new SessionNotices(config, store, wallet, this.#connections, poller);
    const end = new SessionEnding(store, notices, metrics, logger);
    const expiry = new Expiry(config, store, this.#connections, end, notices);
    new ExpirySweep(config, expiry, queue, poller);
    this.#worker = new ExpiryWorker(config, expiry, queue, logger);
  }

  enter(connection: Connection, tokenForMs: number, disconnect: () => void): void {
    const socket: Socket = {
      id: connection.id,
      emit: (name: string) => {
        if (name === 'session:ended') connection.sessionEnded();
      },
      disconnect,
    };
    this.#sockets.set(connection, socket);
    const expiresAtMs = this.parts.clock.nowMs() + tokenForMs;
    this.#connections.enter(socket, connection.playerId, expiresAtMs);
  }

  leave(connection: Connection): void {
    const socket = this.#sockets.get(connection);
    if (socket !== undefined) this.#connections.leave(socket, connection.playerId);
    this.#sockets.delete(connection);
  }

  look(data: LookJob): void {
    const job = { data } as Parameters<ExpiryWorker['process']>[0];
    this.#worker.process(job).catch(() => undefined); // The sweep looks again.
  }
}
