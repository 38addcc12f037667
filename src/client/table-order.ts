/**
 * The order of a table's messages at the client: each once, none left out, whatever the connection
 * does (invariant I6).
 */
import type { TableMessage, TableSnapshotMessage } from '../protocol/table.js';

/**
 * The answer to a join: what was missed since the last message taken, or the table as it is now.
 */
export interface Caught {
  readonly snapshot: TableSnapshotMessage | null;
  readonly missed: readonly TableMessage[] | null;
}

/**
 * Messages that come while a join is asked wait for its answer. A message whose `prev` is not the
 * last one taken shows that one is missing. `isBehind` then says that a join is due.
 */
export class TableOrder {
  #last: number | undefined;
  #isBehind = true;
  #early: TableMessage[] = [];

  /**
   * The last message taken, for the next join's `afterSeq`. Undefined when only a snapshot will do.
   */
  get last(): number | undefined {
    return this.#last;
  }

  /** A join is due, or asked and not answered yet. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** The connection is lost. What comes next follows a join. */
  interrupt(): void {
    this.#isBehind = true;
    this.#early = [];
  }

  /** Forgets what was taken. The next join brings a snapshot. */
  forget(): void {
    this.#last = undefined;
    this.#isBehind = true;
  }

  /** Whether the message is the next one, to be delivered now. */
  take(message: TableMessage): boolean {
    if (this.#isBehind) {
      this.#early.push(message);
      return false;
    }
    if (this.#last !== undefined && message.seq <= this.#last) return false;
    if (message.prev !== this.#last) {
      this.#isBehind = true;
      this.#early = [message];
      return false;
    }
    this.#last = message.seq;
    return true;
  }

  /** What is to be delivered after the join's snapshot, if it has one, in order. */
  catchUp({ snapshot, missed }: Caught): readonly TableMessage[] {
    if (snapshot !== null) this.#last = snapshot.seq;
    const published = [...(missed ?? []), ...this.#early];
    this.#early = [];
    this.#isBehind = snapshot === null && missed === null;
    const next = published.filter((message) => this.take(message));
    // Even the answer left something out, so the messages will not complete it.
    if (this.#isBehind) this.#last = undefined;
    return next;
  }
}
