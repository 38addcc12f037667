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

/** Rings once at the time last set; a new time replaces the old. */
export class Alarm {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  set(atMs: number | null): void {
    clearTimeout(this.#timer);
    if (atMs === null) return;
    this.#timer = setTimeout(this.ring, Math.max(0, atMs - this.clock.nowMs()));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
