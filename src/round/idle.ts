/**
 * Whether a round is in hand: the desk waits for its end before it opens, changes or closes
 * anything.
 */
import { type Decision, refuse } from './decision.js';
import type { Phase, TableState } from './state.js';

/** A round is in hand: bet on, dealt, or being paid. */
export const IN_HAND: ReadonlySet<Phase> = new Set([
  'betting',
  'last_bets',
  'accepting_bets',
  'bets_closed',
  'dealing',
  'resulted',
]);

/** Bets or cards of a round are on the table. A suspension changes nothing about that. */
export const hasRoundInHand = ({ phase, suspension, refunded }: TableState): boolean => {
  const beneath = phase === 'suspended' ? suspension?.from : phase;
  if (beneath === undefined) return false;
  return IN_HAND.has(beneath) || (beneath === 'void' && !refunded);
};

/**
 * Between rounds, with the table open and nothing owed: when the dealer may open, change or close.
 */
export const whenIdle = (state: TableState, then: () => Decision): Decision => {
  if (state.phase === 'closed') return refuse('table_is_closed');
  if (state.phase === 'suspended') return refuse('table_is_suspended');
  if (IN_HAND.has(state.phase)) return refuse('round_in_hand');
  if (state.phase === 'void' && !state.refunded) return refuse('round_in_hand');
  return then();
};

/** The same, while a change of shoe is under way. */
export const whenChangingShoe = (state: TableState, then: () => Decision): Decision =>
  whenIdle(state, () =>
    state.phase === 'shoe_change' ? then() : refuse('shoe_change_is_not_due'),
  );
