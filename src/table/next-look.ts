/** When the tables are looked at next: after a round at the latest, and sooner for a reason. */
import type { Cancel, Clock } from '../platform/clock.js';

/** How soon, in ms, after a look that failed. It doubles up to a round. */
const AFTER_FAILURE_MS = 50;

export class NextLook {
  #atMs = Infinity;
  #cancel: Cancel = () => undefined;
  #failures = 0;
  #isOver = false;

  constructor(
    private readonly clock: Clock,
    private readonly roundMs: number,
    private readonly look: () => void,
  ) {}

  /** A look begins. What it was waited for is done by it. */
  begins(): void {
    this.#cancel();
    this.#atMs = Infinity;
  }

  /** Looks within `ms`, or sooner where that is due. */
  within(ms: number): void {
    const atMs = this.clock.nowMs() + ms;
    if (this.#isOver || atMs >= this.#atMs) return;
    this.#cancel();
    this.#atMs = atMs;
    this.#cancel = this.clock.after(ms, this.look);
  }

  /** The look has ended, and the next one is a round away at the latest. */
  done(): void {
    this.#failures = 0;
    this.within(this.roundMs);
  }

  /** The database did not answer. */
  failed(): void {
    this.#failures += 1;
    this.within(Math.min(this.roundMs, AFTER_FAILURE_MS * 2 ** (this.#failures - 1)));
  }

  /** Nothing is looked at any more. */
  end(): void {
    this.#isOver = true;
    this.#cancel();
  }
}
