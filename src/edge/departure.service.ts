/**
 * The departure of a process, as a rollout asks for it: each of its tables goes to another process
 * between two rounds, and then its connections are closed, no faster than they can come in
 * elsewhere.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '../platform/clock.js';
import { SOCKETS } from '../platform/sockets.js';
import { Tables } from '../table/tables.service.js';
import { Processes } from './processes.service.js';

/**
 * By which connections come in. That of the solo games is on the same lines. The staff go first, so
 * that no dealer waits elsewhere behind thousands of players.
 */
const DOORS = ['/dealer', '/pit', '/player'];
const CLOSED_AT_ONCE = 50;
/** Eighty a second, as other processes take them in beside all that they do. */
const EACH_MS = 12;
/** However many there are, the last is closed after this time. */
const SPREAD_MAX_MS = 20_000;
/** A thousand a second, where no more time is left. */
const NEXT_MIN_MS = 50;

@Injectable()
export class Departure {
  constructor(
    private readonly tables: Tables,
    private readonly processes: Processes,
    @Inject(SOCKETS) private readonly sockets: Pick<Server, 'of'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @InjectPinoLogger('departure') private readonly logger: PinoLogger,
  ) {}

  /**
   * Resolves when the process has nothing left to do. Where no other process takes tables, or none
   * does any more, at once: nobody is waited for.
   */
  async leave(withinMs: number): Promise<void> {
    await this.processes.leave();
    const { successors } = this.processes;
    if (!successors.exist()) return;
    const startedAtMs = this.clock.nowMs();
    this.logger.info({ tables: this.tables.here.length }, 'the process leaves');
    await this.tables.giveAll(withinMs, 'leaving', successors);
    await this.#closeConnections(startedAtMs + withinMs - this.clock.nowMs());
    const tookMs = this.clock.nowMs() - startedAtMs;
    this.logger.info({ tables: this.tables.here.length, tookMs }, 'the process has left');
  }

  /** Whoever is cut comes back where somebody listens, with seat and bets as they were. */
  async #closeConnections(withinMs: number): Promise<void> {
    const open = DOORS.flatMap((door) =>
      [...this.sockets.of(door).sockets.values()].map(({ conn }) => conn),
    );
    const spreadMs = Math.min(open.length * EACH_MS, SPREAD_MAX_MS, withinMs);
    const batches = Math.ceil(open.length / CLOSED_AT_ONCE);
    const nextMs = Math.max(NEXT_MIN_MS, spreadMs / batches);
    for (let at = 0; at < open.length; at += CLOSED_AT_ONCE) {
      for (const connection of open.slice(at, at + CLOSED_AT_ONCE)) connection.close();
      await new Promise<void>((resolve) => this.clock.after(nextMs, resolve));
    }
  }
}
