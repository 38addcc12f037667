/**
 * A clock that stands still until the test moves it on. What is due then happens in the order of
 * its time.
 */
import type { Cancel, Clock } from '../../src/platform/clock.js';

interface Waiting {
  readonly atMs: number;
  readonly order: number;
  readonly act: () => void;
}

export class ManualClock implements Clock {
  #nowMs: number;
  #order = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(startMs = Date.now()) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  after(ms: number, act: () => void): Cancel {
    this.#order += 1;
    const waiting = { atMs: this.#nowMs + Math.max(0, ms), order: this.#order, act };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  }

  soon(act: () => void): void {
    setImmediate(act);
  }

  every(ms: number, act: () => void): Cancel {
    let cancel: Cancel = () => undefined;
    const ring = (): void => {
      cancel = this.after(ms, ring);
      act();
    };
    cancel = this.after(ms, ring);
    return () => cancel();
  }

  /**
   * Moves time on by `ms`, and stops at each moment at which something is due. It happens, and what
   * it starts without waiting for the world outside has happened before the next is looked at.
   */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    // What was started before may still have to say when it is due.
    await new Promise((resolve) => setImmediate(resolve));
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#waiting.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.act();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#nowMs = untilMs;
  }

  /** Time goes by, and nothing happens. What has become due happens when time is moved on next. */
  oversleep(ms: number): void {
    this.#nowMs += ms;
  }

  #next(untilMs: number): Waiting | undefined {
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (each.atMs > untilMs) continue;
      const isSooner =
        next === undefined ||
        each.atMs < next.atMs ||
        (each.atMs === next.atMs && each.order < next.order);
      if (isSooner) next = each;
    }
    return next;
  }
}
