/**
 * How a round ends: paid, or void and its stakes returned; and how one that was paid counts
 * otherwise later (RULES 1.13).
 */
import { defineEvent } from '../define-event.js';
import { forPit, forStaff, listOf, maybe, of, oneOf, orNull } from '../field.js';
import { corrected } from '../amendment.js';
import { FIXES } from '../correction.js';
import { type TableState, inPhase, roundOf, shoeOf } from '../state.js';

const game = of('game');
const opensAtMs = of('time', 'when the next bets open');
const persons = {
  requestedBy: forPit(of('text')),
  approvedBy: forPit(of('text')),
};

export const PAYMENT_EVENTS = {
  round_settled: defineEvent({
    means: 'All bets of the round are paid.',
    visibility: 'all',
    fields: {
      game,
      stakes: forStaff(of('amount')),
      paid: forStaff(of('amount', 'all that came back to players')),
      opensAtMs,
    },
    fold: (state, event) => ({ ...inPhase(state, 'settled'), opensAtMs: event.opensAtMs }),
  }),

  round_voided: defineEvent({
    means:
      'The round does not count: every stake goes back in full. A suspended table stays so until the shift manager resumes.',
    visibility: 'all',
    fields: { game, reason: of('text'), ...persons, approval: maybe(forPit(of('text'))) },
    fold: (state) => voided(state),
  }),

  round_refunded: defineEvent({
    means: 'All stakes of the void round have gone back.',
    visibility: 'all',
    fields: { game, stakes: forStaff(of('amount')), opensAtMs },
    fold: (state, event) => ({
      ...inPhase(state, 'void'),
      refunded: true,
      opensAtMs: event.opensAtMs,
    }),
  }),

  round_corrected: defineEvent({
    means:
      'A settled round counts otherwise now: it is void, settled by another coup, or one player’s bets go back. Who draws roads draws them anew from `beads`.',
    visibility: 'all',
    fields: {
      game,
      correction: of('positive', 'counts the corrections of the round'),
      fix: oneOf(FIXES),
      coup: orNull(of('coup'), 'what it was in truth, where it is settled again'),
      beads: orNull(
        listOf(of('bead')),
        'of the shoe in hand after it; null where the round is of another shoe',
      ),
      moreCards: forStaff(of('count', 'cards that have left the shoe besides those known')),
      player: forPit(orNull(of('text'), 'whose bets go back')),
      reason: forPit(of('text')),
      ...persons,
      approval: forPit(of('text')),
    },
    fold: corrected,
  }),

  correction_paid: defineEvent({
    means: 'The correction is paid.',
    visibility: 'staff',
    fields: {
      game,
      correction: of('positive'),
      stakes: of('amount'),
      paid: of('amount', 'all that players have of the round after it'),
      shortfall: of('amount', 'what was taken back and could not be covered'),
    },
    fold: (state, paid) => ({
      ...state,
      corrections: state.corrections.filter(
        (each) => each.game !== paid.game || each.correction !== paid.correction,
      ),
    }),
  }),
} as const;

/**
 * What was dealt of the round stays out of the shoe; should the round count after all, it is known.
 */
const voided = (state: TableState): TableState => {
  const { game, cards, codes } = roundOf(state);
  const shoe = shoeOf(state);
  return {
    ...inPhase(state, 'void'),
    refunded: false,
    opensAtMs: null,
    shoe: { ...shoe, voids: [...shoe.voids, { game, cards, codes }] },
  };
};
