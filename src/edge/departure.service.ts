/**
 * The departure of a process, as a rollout asks for it: each of its tables goes to another process
 * between two rounds, and then its connections are closed, a few at a time, to come in elsewhere.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { Poller } from '../platform/poller.js';
import { SOCKETS } from '../platform/sockets.js';
import { Tables } from '../table/tables.service.js';
import { Processes } from './processes.service.js';

/** By which connections come in. That of the solo games is on the same lines. */
const DOORS = ['/player', '/dealer', '/pit'];
/** Connections that are closed at a time, and how soon the next: a thousand a second. */
const CLOSED_AT_ONCE = 50;
const NEXT_MS = 50;

@Injectable()
export class Departure {
  constructor(
    private readonly tables: Tables,
    private readonly processes: Processes,
    @Inject(SOCKETS) private readonly sockets: Server,
    poller: Poller,
    @InjectPinoLogger('departure') private readonly logger: PinoLogger,
  ) {
    // A table that another process has given up is taken at once.
    const look = () => this.tables.look();
    const isWanted = () => this.tables.takesTables;
    poller.poll({ name: 'free tables', everyMs: 60_000, look, isWanted, wokenBy: 'table' });
  }

  /**
   * Resolves when the process has nothing left to do. Where no other process takes tables, or none
   * does any more, at once: nobody is waited for.
   */
  async leave(withinMs: number): Promise<void> {
    await this.processes.leave();
    const { successors } = this.processes;
    if (!successors.exist()) return;
    const startedAtMs = this.tables.nowMs;
    this.logger.info({ tables: this.tables.here.length }, 'the process leaves');
    await this.tables.giveAll(withinMs, 'leaving', successors);
    await this.#closeConnections();
    const tookMs = this.tables.nowMs - startedAtMs;
    this.logger.info({ tables: this.tables.here.length, tookMs }, 'the process has left');
  }

  /** Whoever is cut comes back where somebody listens, with seat and bets as they were. */
  async #closeConnections(): Promise<void> {
    const open = DOORS.flatMap((door) =>
      [...this.sockets.of(door).sockets.values()].map(({ conn }) => conn),
    );
    for (let at = 0; at < open.length; at += CLOSED_AT_ONCE) {
      for (const connection of open.slice(at, at + CLOSED_AT_ONCE)) connection.close();
      await new Promise((resolve) => setTimeout(resolve, NEXT_MS));
    }
  }
}
