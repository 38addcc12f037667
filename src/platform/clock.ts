/**
 * The studio's time. Whatever waits in the shell takes a clock as an argument, so that a test moves
 * time on by hand.
 */

/** Cancels what was to happen later. Calling it again, or too late, does nothing. */
export type Cancel = () => void;

export interface Clock {
  /** Milliseconds since 1970, a whole number. It never goes back. */
  nowMs(): number;
  /**
   * Calls `act` once when `ms` have passed. Where `ms` is zero or less it is called at once, but
   * never before `after` returns.
   */
  after(ms: number, act: () => void): Cancel;
  /** Calls `act` every `ms`, for the first time when `ms` have passed. */
  every(ms: number, act: () => void): Cancel;
}

/** The token under which Nest provides the studio's clock. */
export const CLOCK = Symbol('Clock');

/** The longest that a timer of Node waits. A longer one would fire at once. */
const WAIT_MAX_MS = 2_147_483_647;

/**
 * The time of day when the clock was made, carried on by the machine's monotonic clock, so that it
 * never jumps. Its timers keep no process alive.
 */
export const systemClock = (): Clock => {
  const startedAtMs = Date.now();
  const startedAt = performance.now();
  const after = (ms: number, act: () => void): Cancel => {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const waitMs = Math.min(Math.max(0, leftMs), WAIT_MAX_MS);
      timer = setTimeout(() => (leftMs > waitMs ? wait(leftMs - waitMs) : act()), waitMs);
      timer.unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  };
  return {
    nowMs: () => startedAtMs + Math.round(performance.now() - startedAt),
    after,
    every: (ms, act) => {
      const timer = setInterval(act, Math.min(ms, WAIT_MAX_MS));
      timer.unref();
      return () => clearInterval(timer);
    },
  };
};
