/**
 * The process's clock, compared with the database's whenever leases are renewed. A clock that the
 * machine left behind while it stood still is carried on. Any other difference is the pit's.
 */
import type { Clock } from '../platform/clock.js';
import type { Metrics } from '../platform/metrics.js';

/** Beyond this, in ms, a clock is wrong. */
const TOLERANCE_MS = 1_000;
/** An answer that came late says little. So a clock is wrong when it is so twice in a row. */
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

  /**
   * The database's time came in an answer to what was asked at `askedMs`. Somewhere on the way
   * there and back it was read, so half of the way is not known. Returns by how much the clock was
   * carried on.
   */
  heard(databaseMs: number, askedMs: number): number {
    const nowMs = this.clock.nowMs();
    const halfWayMs = (nowMs - askedMs) / 2;
    const skewMs = Math.round(databaseMs - (askedMs + halfWayMs));
    const isWrong = Math.abs(skewMs) - halfWayMs > TOLERANCE_MS;
    const caughtUpMs = isWrong && skewMs > 0 ? this.#catchUp(databaseMs + halfWayMs) : 0;
    const leftMs = skewMs - caughtUpMs;
    this.#times = isWrong && caughtUpMs === 0 ? this.#times + 1 : 0;
    this.#skewMs = leftMs;
    this.metrics.clockSkew.set(leftMs / MS_PER_SECOND);
    return caughtUpMs;
  }

  #catchUp(toMs: number): number {
    const beforeMs = this.clock.nowMs();
    this.clock.catchUp?.(toMs);
    return this.clock.nowMs() - beforeMs;
  }
}
