/**
 * The watch over a table's encoder. Missed heartbeats become the table's own command, and so does
 * the first that comes again. The beats themselves are not recorded anywhere. Only time in which a
 * beat could be heard counts: a loss stops the round and costs the cards.
 */
import type { TableCommand } from '../round/command.js';
import type { EventKind } from '../round/event.js';
import type { TableState } from '../round/state.js';
import type { Cancel, Clock } from '../platform/clock.js';

interface StreamWatchParts {
  readonly clock: Clock;
  readonly state: () => TableState;
  readonly publish: (command: TableCommand) => void;
  /** Whether beats that come to other processes do not get here for the time being. */
  readonly isCutOff: () => boolean;
}

/** How often it looks within the limit. */
const LOOKS = 4;

export class StreamWatch {
  #cancel: Cancel | undefined;
  /** The last beat, or since when one can be waited for. */
  #sinceMs: number;
  /** When it looked last, or began to wait. */
  #lookedAtMs: number;
  /** The encoder is connected to another process. It may be, as long as it has not been heard. */
  #isElsewhere = true;
  /** The table has been given the command for a beat that came again. */
  #isReturning = false;
  /** How long it is set to wait. Null: no encoder is watched. */
  #limitMs: number | null = null;

  constructor(private readonly parts: StreamWatchParts) {
    this.#sinceMs = parts.clock.nowMs();
    this.#lookedAtMs = this.#sinceMs;
    this.#limitMs = limitOf(parts.state());
  }

  beat(isElsewhere: boolean): void {
    this.#isElsewhere = isElsewhere;
    this.#begin();
    if (!this.parts.state().streamLost || this.#isReturning) return;
    this.#isReturning = true;
    this.parts.publish({ kind: 'regain_stream' });
  }

  /**
   * Takes notice of an event that the state has just taken in. For a table that opens, or whose
   * setting changes, the time counts from then on.
   */
  take(kind: EventKind): void {
    const limitMs = limitOf(this.parts.state());
    if (kind === 'table_opened' || limitMs !== this.#limitMs) this.#begin();
    this.#limitMs = limitMs;
    if (kind === 'stream_back' || kind === 'stream_lost' || kind === 'table_opened') {
      this.#isReturning = false;
    }
    if (WAKENING.has(kind)) this.wait();
  }

  /** Looks again before the next beat is overdue, and when it is. */
  wait(): void {
    this.stop();
    const { clock, state, publish } = this.parts;
    const { phase, streamLost } = state();
    const limitMs = limitOf(state());
    if (limitMs === null || phase === 'closed' || streamLost) return;
    const everyMs = Math.ceil(limitMs / LOOKS);
    if (!this.#couldHear(everyMs)) this.#begin();
    this.#lookedAtMs = clock.nowMs();
    const leftMs = this.#sinceMs + limitMs - this.#lookedAtMs;
    if (leftMs <= 0) return publish({ kind: 'lose_stream' });
    this.#cancel = clock.after(Math.min(leftMs, everyMs), () => this.wait());
  }

  /**
   * A look that comes much too late was held up with everything else: the process was busy, or the
   * machine stood still.
   */
  #couldHear(everyMs: number): boolean {
    if (this.#isElsewhere && this.parts.isCutOff()) return false;
    return this.parts.clock.nowMs() - this.#lookedAtMs < 2 * everyMs;
  }

  #begin(): void {
    this.#sinceMs = this.parts.clock.nowMs();
    this.#lookedAtMs = this.#sinceMs;
  }

  stop(): void {
    this.#cancel?.();
  }
}

/** The setting holds at once, since no bet depends on it. */
const limitOf = ({ nextSettings, settings }: TableState): number | null =>
  (nextSettings ?? settings).streamLostMs;

/** After these a beat is expected that was not before, or within another time. */
const WAKENING: ReadonlySet<EventKind> = new Set([
  'table_opened',
  'table_closed',
  'settings_changed',
  'stream_back',
]);
