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
  /** Calls `act` when what has come in by now was looked at. No time passes. */
  soon(act: () => void): void;
  /** Calls `act` every `ms`, for the first time when `ms` have passed. */
  every(ms: number, act: () => void): Cancel;
  /**
   * Carries the clock on where the machine stood still: to its time of day, if that is later, and
   * about between `fromMs` and `toMs`. Timers that were set before ring when they would have rung.
   * Returns by how much, in ms; 0 where nothing was done.
   */
  catchUp?(fromMs: number, toMs: number): number;
}

/** The token under which Nest provides the studio's clock. */
export const CLOCK = Symbol('Clock');

/** The longest that a timer of Node waits. A longer one would fire at once. */
const WAIT_MAX_MS = 2_147_483_647;

/** How a machine tells the time. Its own count of it may stand still while the machine does. */
interface Machine {
  readonly dayMs: () => number;
  readonly countMs: () => number;
}
const MACHINE: Machine = { dayMs: () => Date.now(), countMs: () => performance.now() };

/** So far apart may two clocks be that are right. */
const ABOUT_MS = 1_000;

/**
 * The time of day when the clock was made, carried on by the machine's monotonic clock, so that it
 * does not follow those who set the time of day. Its timers keep no process alive.
 */
export const systemClock = ({ dayMs, countMs }: Machine = MACHINE): Clock => {
  let startedAtMs = dayMs();
  const startedAt = countMs();
  const nowMs = (): number => startedAtMs + Math.round(countMs() - startedAt);
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
    nowMs,
    after,
    soon: (act) => void setImmediate(act),
    every: (ms, act) => {
      const timer = setInterval(act, Math.min(ms, WAIT_MAX_MS));
      timer.unref();
      return () => clearInterval(timer);
    },
    catchUp: (fromMs, toMs) => {
      const day = Math.round(dayMs());
      if (day < fromMs - ABOUT_MS || day > toMs + ABOUT_MS) return 0;
      const byMs = Math.max(0, day - nowMs());
      startedAtMs += byMs;
      return byMs;
    },
  };
};
