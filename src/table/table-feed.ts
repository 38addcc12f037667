/**
 * What tables have committed, for the rooms that follow them. It is passed on after the commit, to
 * whoever asked for its kind, in the order of each table's log.
 */
import { Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type { EventKind, EventOf, LoggedEvent } from '../round/event.js';
import type { Follower } from './ports.js';

/** An event of one kind with its place in the log. */
interface LoggedOf<K extends EventKind> extends LoggedEvent {
  readonly event: EventOf<K>;
}

type Listener = (table: string, logged: LoggedEvent) => void;

@Injectable()
export class TableFeed implements Follower {
  readonly #listeners = new Map<EventKind, Listener[]>();

  constructor(@InjectPinoLogger('table-feed') private readonly logger: PinoLogger) {}

  /** Listeners return at once. What takes time they do later. */
  on<K extends EventKind>(kind: K, listener: (table: string, logged: LoggedOf<K>) => void): void {
    const all = this.#listeners.get(kind) ?? [];
    this.#listeners.set(kind, [...all, listener as Listener]);
  }

  /** A table has committed an event. An error of a listener affects nobody else. */
  take(table: string, logged: LoggedEvent): void {
    for (const listener of this.#listeners.get(logged.event.kind) ?? NOBODY) {
      try {
        listener(table, logged);
      } catch (error) {
        this.logger.error({ err: error, table, seq: logged.seq }, 'a listener of the table failed');
      }
    }
  }
}

const NOBODY: readonly Listener[] = [];
