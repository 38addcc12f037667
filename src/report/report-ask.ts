/**
 * What is asked of the thread that makes reports, and what it answers. The process and its thread
 * know no more of each other.
 */
import type { FinishedHand } from '../history/hand-choices.js';
import type { Unclear } from './work-out.js';
import type { AdvantageQuery, ReportProgress, ShiftQuery } from '../protocol/report.js';

export type ReportAsk =
  | { readonly kind: 'shift'; readonly as: 'json' | 'csv'; readonly query: ShiftQuery }
  | { readonly kind: 'advantage'; readonly query: AdvantageQuery }
  /** What the choices of a hand have cost. Ends as `HandChoices`. */
  | ({ readonly kind: 'choices' } & FinishedHand)
  /** No report: takings that are due are worked out. Ends as `CaughtUp`. */
  | { readonly kind: 'catch_up' };

export interface CaughtUp {
  /** The number of rounds whose takings were kept. */
  readonly kept: number;
  /** Those that could not be worked out. */
  readonly unclear: readonly Unclear[];
}

/** Of one that is asked for by `id`. It is given up by the same. */
export type ToThread =
  | { readonly kind: 'make'; readonly id: number; readonly ask: ReportAsk }
  | { readonly kind: 'give_up'; readonly id: number };

/** Each is answered once: with its bytes, or with why there are none. */
export type FromThread =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: ReportProgress }
  | { readonly kind: 'made'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown };

/** Whoever waits for a report. Between two rounds it is looked whether anybody still does. */
export interface ReportFollower {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReportProgress) => void;
}
