/**
 * A table that a client follows: joined again after every loss, with its messages delivered in
 * order and once.
 */
import type { TableMessage } from '../protocol/table.js';
import type { After } from '../protocol/after.js';
import { isEventKind } from '../round/event.js';
import { type ConnectionState, NoAnswer } from './connection.js';
import { NOT_ALLOWED_DELAY_MS, delayAfter } from './delays.js';
import { type TableCopy, copyOf, follow } from './table-copy.js';
import { type Caught, TableOrder } from './table-order.js';

/** What the answers to `table:join` and `table:watch` have in common. */
export interface Joined extends Caught {
  readonly ok: true;
  readonly timeline: number;
  readonly nowMs: number;
}

/** The table as the client's connection knows it. */
interface TableDoor<Answer extends Joined> {
  readonly table: string;
  readonly isStaff: boolean;
  /** Rejects with `NoAnswer`. */
  readonly join: (after: After) => Promise<Answer | Refusal>;
  readonly connection: {
    readonly state: ConnectionState;
    on(name: 'table:message', listener: (message: TableMessage) => void): () => void;
    onState(listener: (state: ConnectionState) => void): () => void;
    noteServed(table: object, isServed: boolean): void;
    seekElsewhere(): void;
  };
}

/** Waits until the table is joined. */
interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: NoAnswer) => void;
}

interface Refusal {
  readonly ok: false;
  readonly refusal: string;
}

/** What one of them throws is reported as uncaught, and the table goes on. */
export interface Viewer<Answer extends Joined> {
  /** The table anew. What was known before counts no longer. */
  snapshot?(copy: TableCopy): void;
  /** One of a kind that this version does not know is not delivered. A snapshot comes instead. */
  message?(message: TableMessage, copy: TableCopy, before: TableCopy): void;
  /** The answer to a join, after its contents were delivered. */
  joined?(answer: Answer): void;
  /** A join was refused. It is tried again. */
  refused?(refusal: string): void;
}

/**
 * A table that changes processes is back before that. After as many refusals in a row this
 * connection leads to a process that does not see the table, and another may. Where the next does
 * not see it either, it is sought after twice as many, up to the most: whatever else is done over
 * the line is interrupted each time, as a solo game.
 */
const ELSEWHERE_AFTER = 4;
const ELSEWHERE_AFTER_MOST = 16;

/**
 * Where the time of day here drifts this far, in ms, from a count that nobody can set, it was set.
 */
const SET_MS = 250;
/** When that count began, by the time of day. */
const countedFromMs = (): number => Date.now() - performance.now();

export class FollowedTable<Answer extends Joined> {
  readonly #order = new TableOrder();
  readonly #off: readonly (() => void)[];
  #copy: TableCopy | undefined;
  /** Of the last answer: a number counts within it. */
  #timeline = 0;
  #clockAheadMs = 0;
  /** As it was when the clock was read anew. */
  #countedFromMs = 0;
  /** Counts the joins asked for. The answer to an earlier one no longer counts. */
  #asked = 0;
  #failures = 0;
  /** How often in a row the process said that another has the table. */
  #elsewhere = 0;
  /** As often, it is sought elsewhere. */
  #elsewhereAfter = ELSEWHERE_AFTER;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #waiting: Waiting[] = [];
  #hasLeft = false;

  constructor(
    private readonly door: TableDoor<Answer>,
    private readonly viewer: Viewer<Answer>,
  ) {
    const { connection } = door;
    this.#off = [
      connection.on('table:message', (message) => {
        if (message.table === door.table) this.#receive(message);
      }),
      connection.onState((state) => {
        if (state === 'connected') this.rejoin();
        else if (state === 'closed') this.leave();
        else this.#interrupt();
      }),
    ];
    if (connection.state === 'connected') this.rejoin();
  }

  get table(): string {
    return this.door.table;
  }

  /** Undefined until the first join is answered. */
  get copy(): TableCopy | undefined {
    return this.#copy;
  }

  /** Which of its histories the studio's database was in at the last join. */
  get timeline(): number {
    return this.#timeline;
  }

  /** The studio's clock in ms since 1970, as near as the join and the messages since gave it. */
  nowMs(hereMs: number = Date.now()): number {
    return hereMs + this.#clockAheadMs;
  }

  /**
   * Resolves when the table is joined over a connection that works, as far as is known. Rejects
   * with `NoAnswer` once it is left, or the connection is closed.
   */
  joined(): Promise<void> {
    if (this.#hasLeft) return Promise.reject(hasLeft());
    if (!this.#order.isBehind) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Asks for a snapshot, for a client that doubts its copy. */
  startOver(): void {
    this.#order.forget();
    this.rejoin();
  }

  leave(): void {
    clearTimeout(this.#wait);
    this.#asked += 1;
    for (const off of this.#off) off();
    this.door.connection.noteServed(this, false);
    this.#hasLeft = true;
    for (const { reject } of this.#waiting.splice(0)) reject(hasLeft());
  }

  rejoin(): void {
    if (this.#hasLeft) return;
    clearTimeout(this.#wait);
    this.#asked += 1;
    void this.#join(this.#asked);
  }

  #interrupt(): void {
    clearTimeout(this.#wait);
    this.#asked += 1;
    this.#order.interrupt();
  }

  #receive(message: TableMessage): void {
    const wasBehind = this.#order.isBehind;
    if (this.#order.take(message)) this.#deliver(message);
    else if (!wasBehind && this.#order.isBehind) this.rejoin();
  }

  async #join(asked: number): Promise<void> {
    const askedAtMs = Date.now();
    let answer: Answer | Refusal;
    try {
      answer = await this.door.join(this.#after());
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      answer = { ok: false, refusal: 'no_answer' };
    }
    if (asked !== this.#asked) return;
    this.door.connection.noteServed(this, answer.ok);
    if (!answer.ok) {
      const { refusal } = answer;
      apart(() => this.viewer.refused?.(refusal));
      this.#joinLater(refusal);
      return this.#noteElsewhere(refusal);
    }
    this.#elsewhere = 0;
    this.#elsewhereAfter = ELSEWHERE_AFTER;
    this.#clockAheadMs = answer.nowMs - (askedAtMs + Date.now()) / 2;
    this.#countedFromMs = countedFromMs();
    this.#timeline = answer.timeline;
    if (answer.snapshot !== null) {
      const copy = copyOf(answer.snapshot, this.door.isStaff);
      this.#copy = copy;
      apart(() => this.viewer.snapshot?.(copy));
    }
    for (const message of this.#order.catchUp(answer)) {
      this.#deliver(message);
      if (asked !== this.#asked) return; // it was one that is not known
    }
    if (this.#order.isBehind) return this.#joinLater();
    this.#failures = 0;
    apart(() => this.viewer.joined?.(answer));
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  /** What is to be sent with the next join. */
  #after(): After {
    const { last } = this.#order;
    return last === undefined ? {} : { afterSeq: last, timeline: this.#timeline };
  }

  #noteElsewhere(refusal: string): void {
    this.#elsewhere = refusal === 'table_is_moving' ? this.#elsewhere + 1 : 0;
    if (this.#elsewhere < this.#elsewhereAfter) return;
    this.#elsewhere = 0;
    this.#elsewhereAfter = Math.min(2 * this.#elsewhereAfter, ELSEWHERE_AFTER_MOST);
    this.door.connection.seekElsewhere();
  }

  #joinLater(refusal?: string): void {
    this.#failures += 1;
    const delayMs = refusal === 'not_allowed' ? NOT_ALLOWED_DELAY_MS : delayAfter(this.#failures);
    this.#wait = setTimeout(() => this.rejoin(), delayMs);
  }

  #deliver(message: TableMessage): void {
    const before = this.#copy;
    if (before === undefined) return;
    // Of a studio of a later version. What it makes of the table is in the next snapshot.
    if (!isEventKind(message.kind)) return this.startOver();
    const copy = follow(before, message);
    this.#copy = copy;
    this.#readClock(message.atMs);
    apart(() => this.viewer.message?.(message, copy, before));
  }

  /**
   * A message came after it happened. On a slow line the answer to the join said less of the clock.
   * What was known counts no longer where the time of day here was set since.
   */
  #readClock(atMs: number): void {
    const aheadMs = atMs - Date.now();
    const fromMs = countedFromMs();
    const isSet = Math.abs(fromMs - this.#countedFromMs) > SET_MS;
    this.#clockAheadMs = isSet ? aheadMs : Math.max(this.#clockAheadMs, aheadMs);
    if (isSet) this.#countedFromMs = fromMs;
  }
}

const hasLeft = (): NoAnswer => new NoAnswer('the table was left');

/** Throws later what `call` throws, so that whoever calls goes on. */
const apart = (call: () => void): void => {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
};
