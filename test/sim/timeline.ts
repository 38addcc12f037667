/**
 * Simulated time. What is due happens in the order of its time, and of its making where the times
 * are equal; between two such moments nothing happens at all.
 */
import type { Cancel } from '../../src/platform/clock.js';

interface Due {
  readonly atMs: number;
  readonly order: number;
  act: (() => void) | undefined;
}

export class Timeline {
  /** A heap: the next is the first. */
  readonly #waiting: Due[] = [];
  /** What the world outside has still to do before time goes on. */
  #held: Promise<unknown>[] = [];
  #made = 0;
  #nowMs: number;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  at(atMs: number, act: () => void): Cancel {
    this.#made += 1;
    const due: Due = { atMs: Math.max(atMs, this.#nowMs), order: this.#made, act };
    this.#push(due);
    return () => {
      due.act = undefined;
    };
  }

  after(ms: number, act: () => void): Cancel {
    return this.at(this.#nowMs + Math.max(0, ms), act);
  }

  /** Time stands still until this is done. It must not reject. */
  hold(work: Promise<unknown>): void {
    this.#held.push(work);
  }

  /**
   * Goes on until `isOver`, or until `untilMs`. What something has started without waiting for
   * another moment has happened before the next is looked at. False when nothing was due any more.
   */
  run(untilMs: number, isOver: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const turn = (): void => {
        if (this.#held.length > 0) {
          const held = this.#held.splice(0);
          return void Promise.all(held).then(() => onceSettled(turn));
        }
        if (isOver()) return resolve(true);
        const due = this.#next(untilMs);
        if (due === undefined) {
          this.#nowMs = Math.max(this.#nowMs, untilMs);
          return resolve(this.#waiting.length > 0);
        }
        this.#nowMs = due.atMs;
        due.act();
        onceSettled(turn);
      };
      onceSettled(turn);
    });
  }

  /** Takes what is due next, unless it is later than that. */
  #next(untilMs: number): { readonly atMs: number; readonly act: () => void } | undefined {
    for (;;) {
      const due = this.#waiting[0];
      if (due === undefined || due.atMs > untilMs) return undefined;
      this.#pop();
      const { atMs, act } = due;
      if (act !== undefined) return { atMs, act };
    }
  }

  #push(due: Due): void {
    const heap = this.#waiting;
    let at = heap.length;
    heap.push(due);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isSooner(due, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#waiting;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isSooner(heap[below + 1]!, heap[below]!)) below += 1;
      if (!isSooner(heap[below]!, last)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
  }
}

const isSooner = (one: Due, other: Due): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

/**
 * Calls `then` when nothing is left to do that waits for no moment and no other process: what a
 * promise has for Node's next tick is done when no promise is left to go on with.
 */
const onceSettled = (then: () => void): void =>
  void SETTLED.then(() => {
    process.nextTick(then);
  });

/** What comes behind it costs less than a microtask that is queued by itself. */
const SETTLED = Promise.resolve();
