/** When a log is due for an anchor, and why. */
import type { AnchorReason } from './anchor.js';

/** A log whose last event no anchor vouches for yet. */
export interface OpenLog {
  /**
   * What the last event that begins or ends a shoe, or the table's day, did since the last anchor.
   * When a table opens no shoe ends: the former one ended with the day before.
   */
  readonly endedBy: 'table_opened' | 'shoe_change_started' | 'table_closed' | null;
  /** When the first event came that no anchor vouches for. */
  readonly waitingSinceMs: number;
}

/**
 * The job comes every hour. The sweep, which comes every few seconds, leaves it this part of the
 * coming interval.
 */
const PATIENCE = 0.1;

/** Why anchors are looked for: the studio's start, the hourly job, or the sweep. */
export type Occasion = 'start' | 'hour' | 'sweep';

/** Undefined while none is due. An opening or an end comes before the hour in which it fell. */
export const anchorReason = (
  { endedBy, waitingSinceMs }: OpenLog,
  occasion: Occasion,
  everyMs: number,
  nowMs: number,
): AnchorReason | undefined => {
  if (endedBy === 'table_closed' || endedBy === 'table_opened') return endedBy;
  if (endedBy === 'shoe_change_started') return 'shoe_end';
  if (occasion !== 'sweep') return occasion;
  return nowMs - waitingSinceMs > everyMs * (1 + PATIENCE) ? 'hour' : undefined;
};

/** How long the event has waited that no anchor vouches for, for the longest time. */
export const waitedMs = (open: readonly OpenLog[], nowMs: number): number =>
  Math.max(0, ...open.map(({ waitingSinceMs }) => nowMs - waitingSinceMs));
