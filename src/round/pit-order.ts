/** What the pit closes and opens by order: a spot, and the table itself after the round in hand. */
import type { TableCommand } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import type { TableState } from './state.js';

type Of<K extends TableCommand['kind']> = Extract<TableCommand, { kind: K }>;

/** At once: bets on the spot are refused from here on, and stakes that are on it stand. */
export const decideSpot = (
  state: TableState,
  { kind, spot, by }: Of<'close_spot' | 'open_spot'>,
): Decision => {
  const isClosed = state.closedSpots.includes(spot);
  if (kind === 'close_spot') {
    return isClosed ? refuse('spot_is_closed') : accept({ kind: 'spot_closed', spot, by });
  }
  return isClosed ? accept({ kind: 'spot_opened', spot, by }) : refuse('spot_is_open');
};

/**
 * A table that deals no round closes at once. Any other closes by its clock, when the next bets
 * would have opened.
 */
export const decideClosing = (
  state: TableState,
  { kind, by }: Of<'call_closing' | 'call_off_closing'>,
): Decision => {
  if (state.phase === 'closed') return refuse('table_is_closed');
  if (kind === 'call_off_closing') {
    return state.closing
      ? accept({ kind: 'closing_called_off', by })
      : refuse('table_is_not_closing');
  }
  if (state.closing) return refuse('table_is_closing');
  const called = { kind: 'closing_called', by } as const;
  return state.phase === 'shoe_change'
    ? accept(called, { kind: 'table_closed', by })
    : accept(called);
};
