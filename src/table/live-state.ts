/**
 * The state of a table that runs: the one place where committed events are taken in, and published.
 */
import type { TableMessage } from '../protocol/table.js';
import type { LoggedEvent } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import { type TableSnapshot, snapshot } from '../round/snapshot.js';
import type { TableState } from '../round/state.js';
import type { Audience } from '../round/audience.js';
import type { MessageHistory, HistoryMessage } from './message-history.js';
import type { OwnMessage } from './own-messages.js';
import type { TablePorts } from './ports.js';
import type { Published } from './published.js';

export class LiveState {
  #now: TableState;
  /** Of the state as it is now, for whoever comes in before the next event. */
  readonly #snapshots = new Map<Audience, TableSnapshot>();

  constructor(
    state: TableState,
    private readonly history: MessageHistory,
    readonly published: Published,
    private readonly ports: Pick<TablePorts, 'publisher' | 'follower'>,
  ) {
    this.#now = state;
  }

  get now(): TableState {
    return this.#now;
  }

  /**
   * Takes in a committed event. From here on it counts as published, whatever happens in what
   * follows from it.
   */
  take(logged: LoggedEvent): void {
    const before = this.#now;
    this.#now = evolve(before, logged);
    this.#snapshots.clear();
    this.publish(logged, this.history.add(before, logged));
  }

  publish(logged: LoggedEvent, messages: readonly HistoryMessage[]): void {
    const { publisher, follower } = this.ports;
    for (const { audience, message } of messages) publisher.toTable(audience, message);
    this.published.seq = logged.seq;
    follower.take(this.#now.table, logged);
  }

  /**
   * The messages for single players that follow from the event of that number. With them the
   * players have everything up to there.
   */
  publishOwn(seq: number, messages: readonly OwnMessage[]): void {
    const { publisher } = this.ports;
    for (const own of messages) {
      if ('result' in own) publisher.toPlayer(own.playerId, own.result);
      else publisher.correctionToPlayer(own.playerId, own.correction);
    }
    this.published.ownSeq = seq;
  }

  /** Made once for all who come in between two events. */
  snapshotFor(audience: Audience): TableSnapshot {
    const made = this.#snapshots.get(audience) ?? snapshot(this.#now, audience);
    this.#snapshots.set(audience, made);
    return made;
  }

  /** What `audience` was sent after `seq`. Undefined when a snapshot is needed. */
  missedSince(audience: Audience, seq: number): readonly TableMessage[] | undefined {
    return this.history.since(audience, seq);
  }
}
