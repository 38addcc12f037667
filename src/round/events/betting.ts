/** The bets of a round: opened, taken, called for the last time, closed. */
import { sum } from '../../money/amount.js';
import { listOfOpen } from '../../punto-banco/opening.js';
import { defineEvent } from '../define-event.js';
import { forPit, forStaff, hidden, listOf, maybe, of } from '../field.js';
import { type RoundState, inPhase, roundOf } from '../state.js';

/** The round with `change` more on its spots, in a further currency where one is named. */
const staked = (round: RoundState, change: string, currency?: string): RoundState => ({
  ...round,
  stakes: add(round.stakes, change),
  ...(currency !== undefined && {
    further: { ...round.further, [currency]: add(round.further?.[currency] ?? '0', change) },
  }),
});

const add = (one: string, other: string): string => (BigInt(one) + BigInt(other)).toString();

export const BETTING_EVENTS = {
  betting_opened: defineEvent({
    means: 'PLACE YOUR BETS.',
    visibility: 'all',
    moves: true,
    fields: {
      game: of('game'),
      roundInShoe: of('positive'),
      isLast: of('flag', 'the cut card is out: no round follows in this shoe'),
      paytable: of('text', 'the version that the round is paid by'),
      lastBetsAtMs: of('time', 'when LAST BETS begin'),
      closesAtMs: of('time', 'when the bets close'),
      /** Spots that the pit keeps closed; left out when there are none. */
      closedSpots: maybe(hidden(listOf(of('spot')))),
      by: maybe(forStaff(of('text', 'who did it, where a person did'))),
    },
    derived: {
      fields: { spots: listOf(of('spot'), 'those that are open') },
      /** Those that its position in the shoe opens, and the pit does not keep closed. */
      of: ({ roundInShoe, closedSpots }) => ({ spots: listOfOpen(roundInShoe, closedSpots) }),
    },
    fold: (state, { game, roundInShoe, isLast, paytable, lastBetsAtMs, closesAtMs }) => ({
      ...state,
      phase: 'betting',
      // In older logs a void ended a suspension. An event that happens at no suspended table shows
      // that it did.
      suspension: null,
      settings: state.nextSettings ?? state.settings,
      nextSettings: null,
      opensAtMs: null,
      refunded: false,
      dropped: 0,
      round: {
        game,
        roundInShoe,
        paytable,
        lastBetsAtMs,
        closesAtMs,
        bets: 0,
        stakes: '0',
        cards: [],
        codes: [],
        faceDown: null,
        isLast,
      },
    }),
  }),

  /**
   * A batch of betting commands that stand, all of one currency. The commands themselves are the
   * bets of this number.
   */
  bets_accepted: defineEvent({
    means: 'Bets were taken.',
    visibility: 'pit',
    fields: {
      game: of('game'),
      bets: of('positive', 'betting commands that stood'),
      change: of('change', 'of everything that is on the spots'),
      currency: maybe(of('text', 'of all of them; left out where it is the table’s own')),
      digest: of('text', 'SHA-256 over the commands'),
    },
    fold: (state, { bets, change, currency }) => {
      const round = staked(roundOf(state), change, currency);
      return { ...state, round: { ...round, bets: round.bets + bets } };
    },
  }),

  last_bets_called: defineEvent({
    means: 'LAST BETS.',
    visibility: 'all',
    moves: true,
    fields: { game: of('game') },
    fold: (state) => ({ ...state, phase: 'last_bets' }),
  }),

  betting_closed: defineEvent({
    means: 'BETS CLOSED: what comes after it in the table’s order is refused.',
    visibility: 'all',
    moves: true,
    fields: {
      game: of('game'),
      acceptedByMs: maybe(
        of('time', 'until when operators’ wallets are asked for stakes; left out where none is'),
      ),
    },
    fold: (state, { acceptedByMs }) =>
      acceptedByMs === undefined
        ? { ...state, phase: 'bets_closed' }
        : { ...state, phase: 'accepting_bets', round: { ...roundOf(state), acceptedByMs } },
  }),

  /** The bets that take the void stakes off the spots are those of this number. */
  stakes_taken: defineEvent({
    means:
      'BETS ACCEPTED: operators’ wallets have given the stakes, or have had their time. What they did not give is void, and off the spots.',
    visibility: 'all',
    moves: true,
    fields: {
      game: of('game'),
      taken: forPit(of('count', 'players whose wallet gave the stake')),
      voided: forPit(of('count', 'players whose stakes are void')),
      change: forPit(of('change', 'of everything that is on the spots')),
      further: maybe(forPit(of('sums', 'of `change`, what is of further currencies'))),
      digest: forPit(of('text', 'SHA-256 over the commands that took the void stakes off')),
    },
    fold: (state, { change = '0', further = {} }) => {
      const ofFurther = sum(Object.values(further).map(BigInt));
      const round = Object.entries(further).reduce(
        (before, [currency, its]) => staked(before, its, currency),
        staked(roundOf(state), (BigInt(change) - ofFurther).toString()),
      );
      return { ...inPhase(state, 'bets_closed'), round };
    },
  }),
} as const;
