/**
 * A line of a bet: what one command changed on one spot, in the mode it lies in. A change of mode
 * moves what lies from one mode to the other.
 */
import type { Mode, Spot } from '../punto-banco/spot.js';

export const BET_KINDS = ['place', 'undo', 'clear', 'repeat', 'double', 'mode'] as const;
export type BetKind = (typeof BET_KINDS)[number];

export interface BetLine {
  readonly spot: Spot;
  readonly mode: Mode;
  /** Minor units, signed; zero only for a mode that is chosen while nothing is moved by it. */
  readonly amount: bigint;
}
