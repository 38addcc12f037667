/**
 * The world's time plus what the test has moved it on by. What is due meanwhile happens in the
 * order of its time.
 */
import { type Cancel, type Clock, systemClock } from '../../src/platform/clock.js';

interface Waiting {
  atMs: number;
  readonly act: () => void;
  /** Of what happens again and again. */
  readonly everyMs: number | undefined;
}

/** So far apart may two clocks be that are right. */
const ABOUT_MS = 1_000;

/** It counts whole milliseconds, as the clock of the world does. Half a millisecond is one. */
export class MovingClock implements Clock {
  readonly #world = systemClock();
  readonly #waiting = new Set<Waiting>();
  #movedMs = 0;
  /** How far a move that is under way will have moved it on. */
  #targetMs: number | undefined;
  #cancelNext: Cancel = () => undefined;

  /** How far the test has moved it on in all. */
  get movedMs(): number {
    return this.#movedMs;
  }

  /** Whole ms, as of any clock: a robot may think for a part of one. */
  nowMs(): number {
    return Math.floor(this.#world.nowMs() + this.#movedMs);
  }

  after(ms: number, act: () => void): Cancel {
    const atMs = this.nowMs() + Math.max(0, Math.ceil(ms));
    return this.#wait({ atMs, act, everyMs: undefined });
  }

  soon(act: () => void): void {
    this.#world.soon(act);
  }

  every(ms: number, act: () => void): Cancel {
    const everyMs = Math.ceil(ms);
    return this.#wait({ atMs: this.nowMs() + everyMs, act, everyMs });
  }

  /**
   * Moves time on by `ms`. It stops at the moment of each thing that comes due while that happens.
   * What happens again and again does so once, as on a machine that was asleep.
   */
  async move(ms: number): Promise<void> {
    const untilMs = this.nowMs() + ms;
    const movedMs = this.#movedMs + ms;
    this.#targetMs = movedMs;
    this.#cancelNext();
    try {
      const rung = new Set<Waiting>();
      for (let next = this.#next(rung); next !== undefined; next = this.#next(rung)) {
        if (next.atMs > untilMs) break;
        if (next.everyMs !== undefined) rung.add(next);
        this.#reach(next.atMs);
        this.#ring(next);
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      this.#movedMs = movedMs;
      this.#targetMs = undefined;
      this.#arm();
    }
  }

  /**
   * While it is moved it is behind the machine's time of day, which is the database's: where the
   * move ends. It gets there by itself.
   */
  catchUp(fromMs: number, toMs: number): number {
    if (this.#targetMs === undefined) return 0;
    const dayMs = this.#world.nowMs() + this.#targetMs;
    if (dayMs < fromMs - ABOUT_MS || dayMs > toMs + ABOUT_MS) return 0;
    return Math.max(0, this.#targetMs - this.#movedMs);
  }

  #reach(atMs: number): void {
    this.#movedMs += Math.max(0, atMs - this.nowMs());
  }

  #wait(waiting: Waiting): Cancel {
    this.#waiting.add(waiting);
    this.#arm();
    return () => void this.#waiting.delete(waiting);
  }

  #ring(waiting: Waiting): void {
    const { everyMs, act } = waiting;
    if (everyMs === undefined) this.#waiting.delete(waiting);
    else waiting.atMs = this.nowMs() + everyMs;
    act();
  }

  /** In the world's own time, what is due next. */
  #arm(): void {
    if (this.#targetMs !== undefined) return;
    this.#cancelNext();
    const next = this.#next(new Set());
    if (next === undefined) return;
    this.#cancelNext = this.#world.after(next.atMs - this.nowMs(), () => {
      try {
        if (this.#waiting.has(next)) this.#ring(next);
      } finally {
        this.#arm();
      }
    });
  }

  #next(but: ReadonlySet<Waiting>): Waiting | undefined {
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (!but.has(each) && (next === undefined || each.atMs < next.atMs)) next = each;
    }
    return next;
  }
}
