/**
 * A line of a bet: what one command changed on one spot, in the mode of that stake. A change of
 * mode moves stakes from one mode to the other.
 */
import type { Mode, Spot } from '../punto-banco/spot.js';

const BET_KINDS = ['place', 'undo', 'clear', 'repeat', 'double', 'mode', 'void'] as const;
export type BetKind = (typeof BET_KINDS)[number];

export interface BetLine {
  readonly spot: Spot;
  readonly mode: Mode;
  /** Minor units, with a sign. Zero only where a mode is chosen and no stake is moved by it. */
  readonly amount: bigint;
}
