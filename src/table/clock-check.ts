/**
 * The process's clock, compared with the database's whenever leases are renewed, and whenever an
 * edge looks where the tables run. A clock that the
 * machine left behind while it stood still is carried on. Any other difference is the pit's.
 */
import type { Clock } from '../platform/clock.js';
import type { Metrics } from '../platform/metrics.js';
import { leastSkewMs } from '../platform/skew.js';

/** Beyond this, in ms, a clock is wrong. */
const TOLERANCE_MS = 1_000;
/** A clock is wrong when it is so twice in a row. */
const TIMES = 2;
const MS_PER_SECOND = 1_000;

export class ClockCheck {
  #skewMs = 0;
  #times = 0;

  constructor(
    private readonly clock: Clock,
    private readonly metrics: Pick<Metrics, 'clockSkew'>,
  ) {}

  /**
   * How far the process's clock is behind the database's, in ms; ahead where it is negative. Zero
   * as long as it is right.
   */
  get skewMs(): number {
    return this.#times >= TIMES ? this.#skewMs : 0;
  }

  /** The same, of the last answer alone. */
  get lastSkewMs(): number {
    return this.#skewMs;
  }

  /**
   * The database's time came in an answer to what was asked at `askedMs`. It was read somewhere on
   * the way there and back, so the answer is a range. What is held against the clock is the least
   * that the range allows. Returns by how much the clock was carried on, in ms.
   */
  heard(databaseMs: number, askedMs: number): number {
    const wayMs = this.clock.nowMs() - askedMs;
    const skewMs = leastSkewMs(this.clock.nowMs(), databaseMs, databaseMs + wayMs);
    const isWrong = Math.abs(skewMs) > TOLERANCE_MS;
    const caughtUpMs =
      isWrong && skewMs > 0 ? (this.clock.catchUp?.(databaseMs, databaseMs + wayMs) ?? 0) : 0;
    this.#skewMs = caughtUpMs > 0 ? 0 : skewMs;
    this.#times = isWrong && caughtUpMs === 0 ? this.#times + 1 : 0;
    this.metrics.clockSkew.set(this.#skewMs / MS_PER_SECOND);
    return caughtUpMs;
  }
}
