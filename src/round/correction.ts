/** What a correction makes of a round that was settled (RULES 1.13). */

export const FIXES = ['void', 'resettle', 'refund'] as const;
export type Fix = (typeof FIXES)[number];

/** The player is named where one player's bets are refunded. */
export interface CorrectedRound {
  readonly game: string;
  /** 1 for the first correction of the round. */
  readonly correction: number;
  readonly fix: Fix;
  /** The true coup in notation, where the round is settled again. */
  readonly coup: string | null;
  readonly player: string | null;
  readonly reason: string;
}
