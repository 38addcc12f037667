/**
 * Payment by hand: what the round in hand, or a correction, owes one player is paid outside the
 * studio, because the player's account cannot be credited. Two persons order it (I12). The database
 * knows the amount.
 */
import type { TableCommand } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import { fourEyesOf, missingPerson } from './four-eyes.js';
import { plainText } from './plain-text.js';
import { type TableState, awaitsPayment, isOwed } from './state.js';

export const decideHandPay = (
  state: TableState,
  command: Extract<TableCommand, { kind: 'order_hand_pay' }>,
): Decision => {
  const { game, correction, player, amount, reason } = command;
  if (correction === undefined) {
    if (state.round?.game !== game) return refuse('wrong_round');
    if (!awaitsPayment(state)) return refuse('round_is_over');
  } else if (!isOwed(state, game, correction)) return refuse('correction_is_over');
  if (reason === '') return refuse('reason_is_missing');
  const missing = missingPerson(command);
  if (missing !== undefined) return refuse(missing);
  return accept({
    kind: 'hand_pay_ordered',
    game,
    ...(correction !== undefined && { correction }),
    player,
    amount,
    reason: plainText(reason),
    ...fourEyesOf(command),
  });
};
