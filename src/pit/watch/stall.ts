/**
 * When a table is stalled: something that should have happened by itself, or by the dealer's hand,
 * has not.
 */
import type { Stall } from '../../protocol/wall.js';
import { roundDueAtMs } from '../../round/decide.js';
import { type TableState, phaseBeneath } from '../../round/state.js';

interface Patience {
  /** How late the table's own clock may be, in ms. */
  readonly clockMs: number;
  /** From the close, or a card, to the next card or the outcome, in ms. */
  readonly dealMs: number;
  /** From the outcome to its payment, or from a void to the refund, in ms. */
  readonly payMs: number;
}

export interface Stalled {
  readonly what: Stall;
  readonly sinceMs: number;
}

/** `movedAtMs`: when the table last moved, cards and payment included. */
export const stallOf = (
  state: TableState,
  movedAtMs: number,
  nowMs: number,
  { clockMs, dealMs, payMs }: Patience,
): Stalled | null => {
  const beneath = phaseBeneath(state);
  // A round is paid during a suspension, too.
  if (beneath === 'resulted' || (beneath === 'void' && !state.refunded)) {
    return overdue('round_not_paid', movedAtMs + payMs, nowMs);
  }
  switch (state.phase) {
    case 'betting':
    case 'last_bets':
      return overdue('bets_not_closed', dueAtMs(state) + clockMs, nowMs);
    case 'accepting_bets':
    case 'bets_closed':
    case 'dealing':
      return overdue('coup_not_dealt', movedAtMs + dealMs, nowMs);
    case 'settled':
    case 'void':
      return overdue('bets_not_opened', dueAtMs(state) + clockMs, nowMs);
    case 'closed':
    case 'shoe_change':
    case 'suspended':
    case 'resulted':
      return null;
  }
};

const dueAtMs = (state: TableState): number => roundDueAtMs(state) ?? Infinity;

const overdue = (what: Stall, sinceMs: number, nowMs: number): Stalled | null =>
  nowMs > sinceMs ? { what, sinceMs } : null;
