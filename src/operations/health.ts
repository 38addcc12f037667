/**
 * The health of a studio's process, from what is known of it: whole, degraded, or dead. A degraded
 * one serves and needs somebody to look at it. A dead one serves nobody.
 */

/** What is wrong, each in a word. docs/operations.md says what to do. */
export const COMPLAINTS = [
  'database_not_writable', // the only one that is death
  'queue_unreachable',
  'loop_slow',
  'pool_exhausted',
  'payments_late',
  'tables_without_owner',
  'tables_stalled',
] as const;
export type Complaint = (typeof COMPLAINTS)[number];

export interface Health {
  readonly status: 'ok' | 'degraded' | 'dead';
  readonly complaints: readonly Complaint[];
}

/** What it is judged by. Undefined where it could not be found out. */
export interface Signs {
  readonly isWritable: boolean;
  readonly isQueueReached: boolean;
  readonly loopLagMs: number;
  readonly poolWaiting: number;
  readonly outboxAgeMs: number;
  readonly tablesWithoutOwner: number;
  readonly tablesStalled: number;
}

/** Beyond these a process is degraded. The alerts have the same bounds, and more patience. */
export const LOOP_LAG_MAX_MS = 200;
export const OUTBOX_AGE_MAX_MS = 10_000;

export const healthOf = (signs: Signs): Health => {
  const all: Readonly<Record<Complaint, boolean>> = {
    database_not_writable: !signs.isWritable,
    queue_unreachable: !signs.isQueueReached,
    loop_slow: signs.loopLagMs > LOOP_LAG_MAX_MS,
    pool_exhausted: signs.poolWaiting > 0,
    payments_late: signs.outboxAgeMs > OUTBOX_AGE_MAX_MS,
    tables_without_owner: signs.tablesWithoutOwner > 0,
    tables_stalled: signs.tablesStalled > 0,
  };
  const complaints = COMPLAINTS.filter((complaint) => all[complaint]);
  if (!signs.isWritable) return { status: 'dead', complaints };
  return { status: complaints.length > 0 ? 'degraded' : 'ok', complaints };
};
