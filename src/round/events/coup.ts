/**
 * A coup as it is dealt: each card that is dealt, withdrawn, was another or has no seat, the
 * dealer's confirmation that it is complete, and its result.
 */
import { resultOf } from '../coup-result.js';
import { forStaff, hidden, maybe, of, oneOf, orNull, whereOpen } from '../field.js';
import { correctedCard, leftShoe, neverLeft, withdrawn } from '../amendment.js';
import { MALFUNCTIONS } from '../malfunction.js';
import { ROUND_REFUSALS } from '../refusal.js';
import { physicalCard, withAnswer, withScan } from '../scanned.js';
import { oneMoreFaceDown, openedCard } from '../face-down.js';
import { inPhase, roundOf, shoeOf } from '../state.js';
import { defineEvent, unchanged } from '../define-event.js';

const seat = { side: of('side'), position: of('position') };
const faceDown = maybe(
  of('flag', 'the card lies face down, at a squeeze table; left out where it lies open'),
);

export const COUP_EVENTS = {
  card_dealt: defineEvent({
    means: 'A card was dealt to its seat.',
    visibility: 'all',
    moves: true,
    fields: {
      game: of('game'),
      ...seat,
      card: whereOpen(of('card')),
      faceDown,
      /** For a card that was entered by hand: 0, and no code. */
      scanSeq: hidden(of('count')),
      code: hidden(of('text')),
      manual: maybe(forStaff(of('persons', 'no scanner read it, two persons vouch for it'))),
    },
    fold: (state, event, { seq, atMs }) => {
      const { card, side, position } = event;
      const round = roundOf(state);
      const shoe = shoeOf(state);
      const physical = physicalCard(state, event);
      const scanned =
        card === undefined
          ? state
          : withScan(state, event, { kind: 'card', seq, card, seat: `${side}_${position}` });
      return {
        ...scanned,
        phase: 'dealing',
        round: {
          ...round,
          cards: card === undefined ? round.cards : [...round.cards, card],
          codes: card === undefined ? round.codes : [...round.codes, physical],
          faceDown: event.faceDown === true ? oneMoreFaceDown(state, atMs) : null,
        },
        shoe: {
          ...shoe,
          seen: card === undefined ? shoe.seen : [...shoe.seen, card],
          cardsLeft: shoe.cardsLeft - 1,
          codes: physical === null ? shoe.codes : [...shoe.codes, physical],
          // A round counts from its first card on, even if that is withdrawn again.
          roundsDealt: Math.max(shoe.roundsDealt, round.roundInShoe),
        },
      };
    },
  }),

  /** By the dealer, by the next card of the tableau, or by the table's clock. */
  card_shown: defineEvent({
    means: 'A card that was face down is open now.',
    visibility: 'all',
    moves: true,
    fields: {
      game: of('game'),
      ...seat,
      card: of('card'),
      by: maybe(forStaff(of('text', 'the dealer, where one has shown it'))),
    },
    fold: (state, event, { atMs }) => openedCard(state, event, atMs),
  }),

  /** The last card that was dealt is taken off its seat again. */
  card_withdrawn: defineEvent({
    means: 'The last card is taken off its seat again, before the coup counts.',
    visibility: 'all',
    moves: true,
    fields: {
      game: of('game'),
      ...seat,
      card: whereOpen(of('card')),
      faceDown,
      setAside: of(
        'flag',
        'whether the card stays out of the shoe; otherwise it was misread, and is scanned again',
      ),
      mayReturn: maybe(
        forStaff(
          of(
            'flag',
            'of a card that is set aside: a correction of the round may give it a seat; left out by a version of before',
          ),
        ),
      ),
      reason: oneOf(MALFUNCTIONS),
      by: forStaff(of('text')),
    },
    fold: withdrawn,
  }),

  card_corrected: defineEvent({
    means: 'The card on a seat is another than was read. The coup goes on with it.',
    visibility: 'all',
    fields: {
      game: of('game'),
      ...seat,
      was: whereOpen(of('card', 'what was read')),
      card: whereOpen(of('card', 'what it really is')),
      faceDown,
      by: forStaff(of('text', 'who asked for it')),
      approvedBy: forStaff(of('text')),
      approval: forStaff(of('text')),
    },
    fold: correctedCard,
  }),

  coup_confirmed: defineEvent({
    means: 'The dealer has confirmed the coup.',
    visibility: 'staff',
    fields: { game: of('game'), by: of('text', 'who did it') },
    fold: unchanged,
  }),

  /** Kept as evidence. No player ever sees it. */
  scan_refused: defineEvent({
    means: 'A scan was refused, and is kept as evidence.',
    visibility: 'staff',
    fields: {
      refusal: oneOf(ROUND_REFUSALS, 'one of the [refusals of the desk](#refusals-of-the-desk)'),
      scanSeq: of('count'),
      code: of('text'),
    },
    fold: (state, event) => ({
      ...withAnswer(state, event, { kind: 'refused', refusal: event.refusal }),
      misreads: state.misreads + (event.refusal === 'unreadable_code' ? 1 : 0),
    }),
  }),

  /** Found by a scan that was refused, or said by whoever deals. */
  card_left_shoe: defineEvent({
    means: 'A card left the shoe and has no seat. It stays out of every coup.',
    visibility: 'staff',
    fields: {
      card: orNull(of('card'), 'null: nobody saw its face'),
      code: maybe(of('text', 'as it was read, where it was')),
      by: of('text', 'who said so, or the studio'),
    },
    fold: leftShoe,
  }),

  card_never_left: defineEvent({
    means: 'A card that was counted as out without a seat had never left the shoe.',
    visibility: 'staff',
    fields: { card: orNull(of('card'), 'null: one that nobody saw'), by: of('text') },
    fold: neverLeft,
  }),

  coup_decided: defineEvent({
    means: 'The last card is out: the coup, its result, and its bead on the roads.',
    visibility: 'all',
    moves: true,
    fields: {
      game: of('game'),
      coup: of('coup'),
      bead: of('bead'),
      opensAtMs: of('time', 'when the next bets open'),
    },
    derived: {
      fields: { result: of('result') },
      of: ({ coup }) => ({ result: resultOf(coup) }),
    },
    fold: (state, { game, coup, bead, opensAtMs }) => {
      const shoe = shoeOf(state);
      return {
        ...inPhase(state, 'resulted'),
        opensAtMs,
        shoe: {
          ...shoe,
          beads: [...shoe.beads, bead],
          games: [...shoe.games, game],
          coups: [...shoe.coups, { game, coup, codes: roundOf(state).codes }],
        },
      };
    },
  }),
} as const;
