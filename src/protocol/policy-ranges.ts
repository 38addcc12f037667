/** What an operator's policy may be, in ms, and what it is of one that is opened without. */

const HOUR_MS = 3_600_000;

export const POLICY_RANGES = {
  stakesWithinMs: { min: 500, max: 10_000, usual: 3_000 },
  buyInWithinMs: { min: 1_000, max: 10_000, usual: 5_000 },
  /** Below the time for which a process holds the line to a wallet. */
  tryWithinMs: { min: 250, max: 4_000, usual: 2_000 },
  pauseMaxMs: { min: 1_000, max: HOUR_MS, usual: 300_000 },
  caseAfterMs: { min: 60_000, max: 7 * 24 * HOUR_MS, usual: 24 * HOUR_MS },
} as const;
