/**
 * The players who are connected to this process, one connection each. A second login closes the
 * first, in whatever process that is (RULES 2), and none outlives its token for long.
 */
import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CONFIG, type Config } from '../config.js';
import { type Cancel, CLOCK, type Clock } from '../platform/clock.js';
import { Poller, type Polling } from '../platform/poller.js';
import { atShutdown } from '../platform/within.js';
import type { CloseReason, SESSION_MESSAGES } from '../protocol/session.js';
import type { ConnectionRow, NewConnectionRow } from './connection-rows.js';
import { ExpiryQueue } from './expiry-queue.service.js';
import type { ConnectionWatch } from './session-rows.js';
import { SESSION_STORE, type SessionStore } from './store.js';

/** The part of a socket that is used. */
interface PlayerSocket {
  readonly id: string;
  emit(event: string, message: unknown): unknown;
  disconnect(close: boolean): unknown;
}

type Messages = typeof SESSION_MESSAGES;

interface Here {
  readonly socket: PlayerSocket;
  readonly tokenExpiresAtMs: number;
  readonly generation: number | undefined;
  expiry?: Cancel;
  /** Postgres knows of this connection. */
  isKnown: boolean;
  /** What the connection was sent that is sent once. */
  sent?: Set<string>;
}

/**
 * A connection that was just written may have been replaced in another process before, or its token
 * may have been ended while it was let in: of that there is no notice, or it came too early. Such
 * connections are looked at this often, in ms.
 */
const NEW_EVERY_MS = 2_000;
/**
 * Each connection is written to Postgres this often at least, in ms. As often it is asked whether
 * it was replaced: the notice may have been lost. Whether its token still holds is asked with it.
 */
const BEAT_MS = 15_000;
/** How soon a row is tried again that somebody else holds, in ms. */
const HELD_MS = 250;

@Injectable()
export class Connections implements BeforeApplicationShutdown {
  readonly #process = randomUUID();
  readonly #beatMs: number;
  readonly #here = new Map<string, Here>();
  #entering = new Map<string, NewConnectionRow>();
  #leaving = new Map<string, ConnectionRow>();
  /** The players whose connections were written since the last look at new ones. */
  #written = new Set<string>();
  readonly #writing: Polling;
  /** Since when every beat was in time, and Postgres has answered it. */
  #wellSinceMs: number;
  /** The last beat that Postgres has answered. */
  #beatAtMs: number;
  #closing = false;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'session'>,
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(ExpiryQueue) private readonly queue: Pick<ExpiryQueue, 'arm'>,
    @Inject(CLOCK) private readonly clock: Clock,
    poller: Poller,
  ) {
    const everyMs = Math.min(BEAT_MS, config.session.lostMs / 4);
    this.#beatMs = everyMs;
    this.#wellSinceMs = this.#beatAtMs = clock.nowMs();
    this.#writing = poller.poll({ name: 'connections', everyMs, look: () => this.#write() });
    poller.poll({ name: 'heartbeat', everyMs, look: () => this.#beat() });
    poller.poll({
      name: 'second logins',
      everyMs,
      look: (_, named) => this.#closeOusted(named),
      isWanted: () => this.#here.size > 0,
      concerns: (playerId) => this.#here.has(playerId),
      wokenBy: 'connection',
    });
    poller.poll({
      name: 'new connections',
      everyMs: NEW_EVERY_MS,
      look: () => this.#lookAtWritten(),
      isWanted: () => this.#written.size > 0,
    });
  }

  /**
   * Every player here loses the connection now, and has as long to find another process as after
   * any other loss.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.#closing = true;
    await atShutdown(this.#write());
    await atShutdown(this.store.goOut(this.#rows()));
  }

  get playerIds(): readonly string[] {
    return [...this.#here.keys()];
  }

  /**
   * The silence of others is trusted only by a process that has beaten in time itself. One that
   * was frozen knows nothing of what was written meanwhile, nor of its own players.
   */
  get watch(): ConnectionWatch {
    const nowMs = this.clock.nowMs();
    const isWell = nowMs - this.#beatAtMs <= 2 * this.#beatMs;
    const trustsSilence = isWell && nowMs - this.#wellSinceMs > 2 * this.#beatMs;
    return { beatMs: this.#beatMs, trustsSilence };
  }

  /** Whether the player is connected to this process, whatever Postgres knows of it. */
  has(playerId: string): boolean {
    return this.#here.has(playerId);
  }

  /** Whether the player is connected here, and was not sent this yet. */
  lacks(playerId: string, once: string): boolean {
    const here = this.#here.get(playerId);
    return here !== undefined && here.sent?.has(once) !== true;
  }

  /**
   * The player's one connection is now `line`. One that was here before is sent the reason, and
   * closed. `generation`: the token's. Without one, it is not asked whether the token was ended.
   */
  enter(
    socket: PlayerSocket,
    playerId: string,
    tokenExpiresAtMs: number,
    generation?: number,
  ): void {
    this.#close(playerId, 'second_login');
    this.#here.get(playerId)?.expiry?.();
    const here: Here = { socket, tokenExpiresAtMs, generation, isKnown: false };
    this.#here.set(playerId, here);
    this.#closeAtExpiry(playerId, here);
    this.#entering.set(playerId, this.#newRow(playerId, here));
    this.#leaving.delete(playerId);
    this.#writing.wake();
  }

  #newRow(playerId: string, { socket, generation }: Here): NewConnectionRow {
    const { clock } = this;
    const beganAtMs = clock.nowMs();
    return {
      ...{ playerId, connection: socket.id, generation },
      /** As of when it is asked for: it may have to wait for a connection to Postgres too. */
      get lateMs() {
        return Math.max(0, clock.nowMs() - beganAtMs);
      },
    };
  }

  /** The connection has ended. Where another has taken its place nothing is lost. */
  leave(socket: PlayerSocket, playerId: string): void {
    const here = this.#here.get(playerId);
    if (here?.socket !== socket) return;
    here.expiry?.();
    this.#here.delete(playerId);
    if (this.#closing) return;
    this.#leaving.set(playerId, { playerId, connection: socket.id });
    this.#writing.wake();
  }

  /**
   * Sends the player a message, where connected here. A message with `once` goes out one time a
   * connection.
   */
  publish<Name extends keyof Messages>(
    playerId: string,
    name: Name,
    message: z.infer<Messages[Name]['body']>,
    once?: string,
  ): void {
    const here = this.#here.get(playerId);
    if (here === undefined || (once !== undefined && !this.lacks(playerId, once))) return;
    if (once !== undefined) (here.sent ??= new Set()).add(once);
    here.socket.emit(name, message);
  }

  /**
   * Closes the player's connection by order of the pit. False where the player is not connected
   * here.
   */
  disconnect(playerId: string, note: string): boolean {
    const isConnected = this.#here.has(playerId);
    this.#close(playerId, 'disconnected', note);
    return isConnected;
  }

  /**
   * Always later, by a timer: a connection that is closed while it enters would never be seen to
   * leave.
   */
  #closeAtExpiry(playerId: string, here: Here): void {
    here.expiry = this.clock.after(here.tokenExpiresAtMs - this.clock.nowMs(), () => {
      if (this.#here.get(playerId) !== here) return;
      if (this.clock.nowMs() >= here.tokenExpiresAtMs) this.#close(playerId, 'token_expired');
      else this.#closeAtExpiry(playerId, here);
    });
  }

  /** `leave` follows from the disconnect. */
  #close(playerId: string, reason: CloseReason, note?: string): void {
    const socket = this.#here.get(playerId)?.socket;
    if (socket === undefined) return;
    socket.emit('session:closed', { reason, note });
    socket.disconnect(true);
  }

  #isHere({ playerId, connection }: ConnectionRow): boolean {
    return this.#here.get(playerId)?.socket.id === connection;
  }

  #rows(playerIds: Iterable<string> = this.#here.keys()): readonly ConnectionRow[] {
    return [...playerIds].flatMap((playerId) => {
      const here = this.#here.get(playerId);
      if (here?.isKnown !== true) return [];
      return [{ playerId, connection: here.socket.id, generation: here.generation }];
    });
  }

  /**
   * Writes everything that has changed together, and then what has changed meanwhile. What somebody
   * else holds a row of is written a little later.
   */
  async #write(): Promise<void> {
    while (this.#entering.size > 0 || this.#leaving.size > 0) {
      const [entering, leaving] = [this.#entering, this.#leaving];
      this.#entering = new Map();
      this.#leaving = new Map();
      const { notIn, notOut } = await this.store
        .writeConnections(this.#process, [...entering.values()], [...leaving.values()])
        .catch((error: unknown) => {
          this.#putBack(entering, leaving);
          throw error;
        });
      for (const row of entering.values()) {
        if (notIn.has(row.playerId) || !this.#isHere(row)) continue;
        this.#here.get(row.playerId)!.isKnown = true;
        this.#written.add(row.playerId);
      }
      const gone = [...leaving.keys()].filter((playerId) => !notOut.has(playerId));
      const atMs = this.clock.nowMs() + this.config.session.lostMs;
      this.queue.arm(gone.map((playerId) => ({ playerId, atMs, isExtra: true })));
      if (notIn.size + notOut.size === 0) continue;
      this.#putBack(
        [...entering].filter(([playerId]) => notIn.has(playerId)),
        [...leaving].filter(([playerId]) => notOut.has(playerId)),
      );
      this.clock.after(HELD_MS, () => this.#writing.wake());
      return;
    }
  }

  /**
   * To be tried again, for those who are still here. Whoever has connected meanwhile, here or in
   * another process, keeps that connection.
   */
  #putBack(
    entering: Iterable<readonly [string, NewConnectionRow]>,
    leaving: Iterable<readonly [string, ConnectionRow]>,
  ): void {
    const stillHere = [...entering].filter(([, row]) => this.#isHere(row));
    this.#entering = new Map([...stillHere, ...this.#entering]);
    this.#leaving = new Map([...leaving, ...this.#leaving]);
  }

  async #beat(): Promise<void> {
    const isLate = this.clock.nowMs() - this.#beatAtMs > 2 * this.#beatMs;
    if (isLate) this.#wellSinceMs = this.clock.nowMs();
    try {
      await this.store.beat(this.#rows());
    } catch (error) {
      this.#wellSinceMs = this.clock.nowMs();
      throw error;
    }
    this.#beatAtMs = this.clock.nowMs();
  }

  async #lookAtWritten(): Promise<void> {
    const written = this.#written;
    this.#written = new Set();
    try {
      await this.#closeOusted(written);
    } catch (error) {
      for (const playerId of written) this.#written.add(playerId);
      throw error;
    }
  }

  async #closeOusted(named?: ReadonlySet<string>): Promise<void> {
    const rows = this.#rows(named);
    if (rows.length === 0) return;
    const ousted = await this.store.readReplaced(rows);
    for (const row of rows) {
      if (ousted.has(row.playerId) && this.#isHere(row)) this.#close(row.playerId, 'second_login');
    }
  }
}
