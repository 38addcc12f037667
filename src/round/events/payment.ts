/**
 * How a round ends: paid, by hand where an account cannot be credited, or void with its stakes
 * returned; and how one that was paid is corrected later (RULES 1.13).
 */
import { defineEvent, unchanged } from '../define-event.js';
import { forPit, forStaff, listOf, maybe, of, oneOf, orNull } from '../field.js';
import { corrected } from '../amendment.js';
import { FIXES } from '../correction.js';
import { type TableState, inPhase, roundOf, shoeOf } from '../state.js';

const game = of('game');
/** Of sums over all players, what is of further currencies. */
const further = {
  furtherStakes: maybe(
    forStaff(
      of('sums', 'of `stakes`, what is of further currencies, counted in their minor units'),
    ),
  ),
};
const opensAtMs = of('time', 'when the next bets open');
const persons = {
  requestedBy: forPit(of('text')),
  approvedBy: forPit(of('text')),
};

export const PAYMENT_EVENTS = {
  round_settled: defineEvent({
    means: 'All bets of the round are paid.',
    visibility: 'all',
    moves: true,
    fields: {
      game,
      stakes: forStaff(of('amount')),
      paid: forStaff(of('amount', 'everything that came back to players')),
      ...further,
      furtherPaid: maybe(forStaff(of('sums', 'the same of `paid`'))),
      opensAtMs,
    },
    fold: (state, event) => ({ ...inPhase(state, 'settled'), opensAtMs: event.opensAtMs }),
  }),

  round_voided: defineEvent({
    means:
      'The round does not count: every stake goes back in full. A suspended table stays suspended until the shift manager resumes it.',
    visibility: 'all',
    moves: true,
    fields: { game, reason: of('text'), ...persons, approval: maybe(forPit(of('text'))) },
    fold: (state) => voided(state),
  }),

  round_refunded: defineEvent({
    means: 'All stakes of the void round have gone back.',
    visibility: 'all',
    moves: true,
    fields: { game, stakes: forStaff(of('amount')), ...further, opensAtMs },
    fold: (state, event) => ({
      ...inPhase(state, 'void'),
      refunded: true,
      opensAtMs: event.opensAtMs,
    }),
  }),

  round_corrected: defineEvent({
    means:
      'A settled round is corrected: it is void, settled by another coup, or one player’s bets are refunded. A client that draws roads draws them anew from `beads`.',
    visibility: 'all',
    fields: {
      game,
      correction: of('positive', 'counts the corrections of the round'),
      fix: oneOf(FIXES),
      coup: orNull(of('coup'), 'the true coup, where the round is settled again'),
      beads: orNull(
        listOf(of('bead')),
        'of the shoe in hand after it; null where the round is of another shoe',
      ),
      moreCards: forStaff(of('count', 'cards that have left the shoe besides those known')),
      player: forPit(orNull(of('text'), 'whose bets are refunded')),
      reason: forPit(of('text')),
      ...persons,
      approval: forPit(of('text')),
    },
    fold: corrected,
  }),

  hand_pay_ordered: defineEvent({
    means:
      'What the round owes a player whose account cannot be credited is paid by hand, outside the studio. The rest of the round is paid as ever. So is a correction, which may also take back.',
    visibility: 'staff',
    fields: {
      game,
      correction: maybe(
        of('positive', 'the correction that is paid; left out for the round itself'),
      ),
      player: forPit(of('text', 'who is paid by hand')),
      amount: of('change', 'what this player is owed by the rules; negative where it is collected'),
      reason: forPit(of('text')),
      ...persons,
      approval: forPit(of('text')),
    },
    fold: unchanged,
  }),

  correction_paid: defineEvent({
    means: 'The correction is paid.',
    visibility: 'staff',
    fields: {
      game,
      correction: of('positive'),
      isOfSeveral: maybe(
        of(
          'flag',
          'the amounts count minor units of several currencies, and it is not said of which',
        ),
      ),
      stakes: of('amount'),
      paid: of('amount', 'everything that players have from the round after it'),
      shortfall: of('amount', 'the part of the clawback that could not be covered'),
      ...further,
      furtherPaid: maybe(forStaff(of('sums', 'the same of `paid`'))),
      furtherShortfall: maybe(forStaff(of('sums', 'the same of `shortfall`'))),
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
 * What was dealt of the round stays out of the shoe. It is kept in case the round counts after all.
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
