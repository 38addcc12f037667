/** A case of the conformance kit: one sentence that must hold for a wallet, and how it is tried. */
import type { TipMode, Trial } from './trial.js';

export const GROUPS = [
  'launch',
  'session',
  'money',
  'repeat',
  'unknown',
  'order',
  'limits',
  'correction',
  'security',
  'reconcile',
  'storm',
] as const;
export type Group = (typeof GROUPS)[number];

export interface Case {
  readonly group: Group;
  /** What holds. */
  readonly says: string;
  /** It needs somebody whom nothing may be taken from. */
  readonly needsBarred?: true;
  /**
   * It debits somebody who is barred. Where the wallet has sessions it needs one of theirs: without
   * one the wallet refuses, whether it knows the bar or not.
   */
  readonly needsBarredSession?: true;
  /** It needs a wallet that takes tips, as it is asked in that mode. */
  readonly needsTips?: TipMode;
  /** It needs the session by which the player plays. */
  readonly needsSession?: true;
  /** Throws `Failed` where it does not hold. */
  readonly run: (trial: Trial) => Promise<void>;
}
