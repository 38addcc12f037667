/**
 * How good a player’s line is, by what it brings: at a table something comes every second, if only
 * a beat. So a line that swallows everything is known for it, whatever the transport believes.
 */
import type { ConnectionState } from './connection.js';

/**
 * `slow`: what comes is late. `lost`: there is no connection, or nothing has come over it for two
 * seconds and a half.
 */
export type LineQuality = 'good' | 'slow' | 'lost';

/** The connection of a player. */
interface WatchedLine {
  readonly state: ConnectionState;
  /** Whether it serves a table that is followed. Where it serves none, it may be silent. */
  readonly isServing: boolean;
  on(name: 'table:beat', listener: (beat: { readonly nowMs: number }) => void): () => void;
  on(name: 'table:message' | 'table:statistics', listener: () => void): () => void;
  onReceived(listener: () => void): () => void;
  onState(listener: (state: ConnectionState) => void): () => void;
  drop(): void;
}

export const LOOK_MS = 250;
/** Looks in a row since which nothing has come. */
const SLOW_LOOKS = 7;
const LOST_LOOKS = 10;
/** Another line may work where this one does not. */
const DROP_LOOKS = 24;
/** How much longer a beat may be on its way than the quickest was. */
const LATE_MS = 750;
/** A late beat says nothing of the line any more after so many looks. The next one comes before. */
const LATE_LOOKS = 8;
/**
 * With every beat the quickest one is discounted by this many ms, because two clocks drift apart,
 * and one of them may be set.
 */
const FORGET_MS = 5;

/** In ms, from a moment that does not matter. It does not follow those who set the time of day. */
type Count = () => number;

/**
 * Silence is counted in looks and not in time, because a page that slept has not listened. It
 * counts from the first thing that a table has said over a connection, so that a line without a
 * table may be silent.
 */
export class LineWatch {
  readonly #off: readonly (() => void)[];
  readonly #timer: ReturnType<typeof setInterval>;
  #quality: LineQuality = 'lost';
  /** Whether a table has said anything over this connection. */
  #isHeard = false;
  #silentLooks = 0;
  /** Looks until the last late beat is forgotten. */
  #lateLooks = 0;
  /** How long a beat is on its way at least, and how far the clocks are apart. */
  #leastMs = Infinity;

  constructor(
    private readonly line: WatchedLine,
    private readonly report: (quality: LineQuality) => void,
    count: Count = () => performance.now(),
  ) {
    this.#off = [
      line.onReceived(() => {
        this.#silentLooks = 0;
        this.#judge();
      }),
      ...(['table:message', 'table:statistics'] as const).map((name) =>
        line.on(name, () => {
          this.#isHeard = true;
        }),
      ),
      line.on('table:beat', ({ nowMs }) => {
        this.#isHeard = true;
        const awayMs = count() - nowMs;
        this.#leastMs = Math.min(this.#leastMs + FORGET_MS, awayMs);
        this.#lateLooks = awayMs - this.#leastMs > LATE_MS ? LATE_LOOKS : 0;
        this.#judge();
      }),
      line.onState(() => {
        this.#isHeard = false;
        this.#lateLooks = 0;
        this.#silentLooks = 0;
        this.#leastMs = Infinity;
        this.#judge();
      }),
    ];
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const off of this.#off) off();
  }

  #look(): void {
    if (!this.#isHeard) return;
    this.#lateLooks = Math.max(this.#lateLooks - 1, 0);
    this.#silentLooks = this.line.isServing ? this.#silentLooks + 1 : 0;
    if (this.#silentLooks === DROP_LOOKS) this.line.drop();
    else this.#judge();
  }

  #judge(): void {
    const quality = this.#now();
    if (quality === this.#quality) return;
    this.#quality = quality;
    this.report(quality);
  }

  #now(): LineQuality {
    if (this.line.state !== 'connected' || this.#silentLooks >= LOST_LOOKS) return 'lost';
    return this.#lateLooks > 0 || this.#silentLooks >= SLOW_LOOKS ? 'slow' : 'good';
  }
}
