/** What a correction makes of a round that was settled (RULES 1.13). */

export const FIXES = ['void', 'resettle', 'refund'] as const;
export type Fix = (typeof FIXES)[number];

/** The person who staked is named where one person's bets go back. */
export interface CorrectedRound {
  readonly game: string;
  /** 1 for the first correction of the round. */
  readonly correction: number;
  readonly fix: Fix;
  /** What the coup was in truth, in notation, where it is settled again. */
  readonly coup: string | null;
  readonly player: string | null;
  readonly reason: string;
}
