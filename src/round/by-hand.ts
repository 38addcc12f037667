/**
 * What is left to be entered by hand when the scanner is dead. It is worked out from what staff see
 * of a table, so that a copy of it says the same. A suspension does not hide it.
 */
import { seatDue } from './snapshot.js';
import type { Card } from '../cards/card.js';
import type { Phase } from './state.js';

interface HandSituation {
  readonly phase: Phase;
  readonly suspended: { readonly from: Phase } | null;
  readonly shoe: { readonly burned: boolean; readonly cutCardOut: boolean } | null;
  readonly round: { readonly cards: readonly Card[] } | null;
  readonly desk: { readonly cut: boolean; readonly newCardsDue: boolean } | null;
}

export interface DueByHand {
  /**
   * The seat of the next card: `punto_1`, or `burn` for the first card of a shoe. Null while none
   * is due.
   */
  readonly seat: ReturnType<typeof seatDue> | 'burn';
  /** Whether the cut card may come out. */
  readonly cutCard: boolean;
}

export const dueByHand = ({ phase, suspended, shoe, round, desk }: HandSituation): DueByHand => {
  const beneath = suspended?.from ?? phase;
  if (beneath === 'shoe_change') {
    const isCut = shoe !== null && desk !== null && desk.cut && !desk.newCardsDue;
    return { seat: isCut && !shoe.burned ? 'burn' : null, cutCard: false };
  }
  return {
    seat: seatDue(beneath, round?.cards ?? []),
    cutCard: beneath !== 'closed' && shoe !== null && shoe.burned && !shoe.cutCardOut,
  };
};
