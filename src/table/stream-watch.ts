/**
 * The watch over a table's encoder. Missed heartbeats become the table's own command, and so does
 * the first that comes again. The beats themselves are not recorded anywhere.
 */
import type { TableCommand } from '../round/command.js';
import type { EventKind } from '../round/event.js';
import type { TableState } from '../round/state.js';
import type { Cancel, Clock } from '../platform/clock.js';

interface StreamWatchParts {
  readonly clock: Clock;
  readonly state: () => TableState;
  readonly publish: (command: TableCommand) => void;
}

export class StreamWatch {
  #cancel: Cancel | undefined;
  /** The last beat. Before the first one, since when one is waited for. */
  #lastAtMs: number;
  /** The table has been given the command for a beat that came again. */
  #isReturning = false;
  /** How long it is set to wait. Null: no encoder is watched. */
  #limitMs: number | null = null;

  constructor(private readonly parts: StreamWatchParts) {
    this.#lastAtMs = parts.clock.nowMs();
    this.#limitMs = limitOf(parts.state());
  }

  beat(): void {
    this.#lastAtMs = this.parts.clock.nowMs();
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
    if (kind === 'table_opened' || limitMs !== this.#limitMs) {
      this.#lastAtMs = this.parts.clock.nowMs();
    }
    this.#limitMs = limitMs;
    if (kind === 'stream_back' || kind === 'stream_lost' || kind === 'table_opened') {
      this.#isReturning = false;
    }
    if (WAKENING.has(kind)) this.wait();
  }

  /** Looks again when the next beat is overdue. */
  wait(): void {
    this.stop();
    const { clock, state, publish } = this.parts;
    const { phase, streamLost } = state();
    const limitMs = limitOf(state());
    if (limitMs === null || phase === 'closed' || streamLost) return;
    const leftMs = this.#lastAtMs + limitMs - clock.nowMs();
    if (leftMs <= 0) return publish({ kind: 'lose_stream' });
    this.#cancel = clock.after(leftMs, () => this.wait());
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
