/** The table's alarm: it rings once, at the time last set. */
import type { Cancel, Clock } from '../platform/clock.js';

export class Alarm {
  #cancel: Cancel | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  /** A new time replaces the old one. Null sets none. */
  set(atMs: number | null): void {
    this.stop();
    if (atMs !== null) this.#cancel = this.clock.after(atMs - this.clock.nowMs(), this.ring);
  }

  stop(): void {
    this.#cancel?.();
  }
}
