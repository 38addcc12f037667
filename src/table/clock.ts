/** The table's own clock: the time of day when it was made, carried on by the machine's monotonic clock, so that it never jumps. */

export interface Clock {
  /** ms since 1970, whole. */
  readonly nowMs: () => number;
}

export const monotonicClock = (): Clock => {
  const startedAtMs = Date.now();
  const startedAt = performance.now();
  return { nowMs: () => startedAtMs + Math.round(performance.now() - startedAt) };
};

/** The longest that a timer of Node waits; a longer one would ring at once. */
const WAIT_MAX_MS = 2_147_483_647;

/** Rings once at the time last set (earlier, where that is weeks away); a new time replaces the old. */
export class Alarm {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  set(atMs: number | null): void {
    clearTimeout(this.#timer);
    if (atMs === null) return;
    const waitMs = Math.max(0, atMs - this.clock.nowMs());
    this.#timer = setTimeout(this.ring, Math.min(waitMs, WAIT_MAX_MS));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
