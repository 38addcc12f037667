/**
 * The cards and their shoe: brought, shuffled, cut, put in place, burned, and removed again (RULES
 * 1.11).
 */
import { defineEvent } from '../define-event.js';
import { forStaff, hidden, maybe, of, oneOf } from '../field.js';
import { CARD_CHANGE_REASONS, type CardChangeReason } from '../malfunction.js';
import { physicalCard, withScan } from '../scanned.js';
import { newShoe, shoeOf } from '../state.js';

/** Why the shoe leaves the table (RULES 1.11). */
const SHOE_CHANGE_REASONS = ['last_coup_dealt', 'shift_manager', ...CARD_CHANGE_REASONS] as const;
type ShoeChangeReason = (typeof SHOE_CHANGE_REASONS)[number];

export const SHUFFLES = ['manual', 'machine', 'beforehand'] as const;
export type Shuffle = (typeof SHUFFLES)[number];

const by = of('text', 'who did it');
const manual = maybe(forStaff(of('persons', 'no scanner read it, two persons vouch for it')));

export const SHOE_EVENTS = {
  shoe_change_started: defineEvent({
    means: 'The cards leave the table. A new shoe is being made ready.',
    visibility: 'all',
    moves: true,
    fields: {
      reason: oneOf(SHOE_CHANGE_REASONS),
      by: maybe(forStaff(of('text', 'who did it, where a person did'))),
    },
    fold: (state, { reason }) => ({
      ...state,
      phase: 'shoe_change',
      suspension: null,
      opensAtMs: null,
      shoe: state.shoe && { ...state.shoe, burned: false, removed: true },
      cards: {
        ...state.cards,
        due: bringsNewCards(reason) ? reason : state.cards.due,
        shuffled: false,
        cut: false,
      },
    }),
  }),

  /** Cards from the inventory. */
  cards_brought: defineEvent({
    means: 'Cards from the inventory are at the table. Those from before have left.',
    visibility: 'staff',
    fields: {
      cards: of('text', 'as the inventory names them'),
      dueAtMs: of('time', 'when they must leave again'),
      by,
    },
    fold: (state, { cards, dueAtMs }) => ({
      ...state,
      cards: { inUse: cards, dueAtMs, warned: false, due: null, shuffled: false, cut: false },
    }),
  }),

  cards_shuffled: defineEvent({
    means: 'The cards of the next shoe were shuffled.',
    visibility: 'staff',
    fields: { how: oneOf(SHUFFLES), by },
    fold: (state) => ({ ...state, cards: { ...state.cards, shuffled: true } }),
  }),

  shoe_cut: defineEvent({
    means: 'The cards were cut.',
    visibility: 'staff',
    fields: { by },
    fold: (state) => ({ ...state, cards: { ...state.cards, cut: true } }),
  }),

  card_change_warned: defineEvent({
    means: 'The cards must leave the table within an hour.',
    visibility: 'staff',
    fields: { dueAtMs: of('time', 'when the cards must leave') },
    fold: (state) => ({ ...state, cards: { ...state.cards, warned: true } }),
  }),

  cards_due: defineEvent({
    means: 'New cards are due. The shoe is changed once the round in hand has ended.',
    visibility: 'staff',
    fields: { reason: oneOf(CARD_CHANGE_REASONS) },
    fold: (state, { reason }) => ({ ...state, cards: { ...state.cards, due: reason } }),
  }),

  shoe_started: defineEvent({
    means: 'A new shoe is in place. Every road is cleared.',
    visibility: 'all',
    fields: { shoe: of('positive'), by: maybe(forStaff(of('text', 'who put it in place'))) },
    fold: (state, { shoe }) => ({
      ...state,
      lastScan: null,
      misreads: 0,
      // In logs from before there were procedures, a shoe came without any event about its cards.
      cards: { ...state.cards, due: null, shuffled: true, cut: true },
      shoe: newShoe(shoe, state.nextSettings ?? state.settings),
    }),
  }),

  /**
   * A burn card comes before a close. Players learn neither which it was nor how many it burned,
   * since that would reveal its points.
   */
  cards_burned: defineEvent({
    means: 'The first cards of the shoe were burned. It is ready.',
    visibility: 'all',
    fields: {
      card: forStaff(of('card')),
      unseen: forStaff(of('positive', 'cards burned face down after it')),
      scanSeq: hidden(of('count')),
      code: hidden(of('text')),
      manual,
    },
    fold: (state, event, { seq }) => {
      const { card, unseen = 0 } = event;
      const shoe = shoeOf(state);
      const burned = { ...shoe, burned: true, unseen, cardsLeft: shoe.cardsLeft - 1 - unseen };
      if (card === undefined) return { ...state, shoe: burned };
      const physical = physicalCard(state, event);
      return {
        ...withScan(state, event, { kind: 'card', seq, card, seat: 'burn' }),
        shoe: { ...burned, seen: [card], codes: physical === null ? [] : [physical] },
      };
    },
  }),

  cut_card_drawn: defineEvent({
    means: 'The cut card came out.',
    visibility: 'all',
    fields: {
      thisCoupIsLast: of(
        'flag',
        'whether the coup in hand is the shoe’s last; otherwise the next one is',
      ),
      scanSeq: hidden(of('count')),
      code: hidden(of('text')),
      manual,
    },
    fold: (state, event, { seq }) => ({
      ...withScan(state, event, { kind: 'cut_card', seq }),
      shoe: { ...shoeOf(state), cutCardOut: true },
      round: state.round && { ...state.round, isLast: event.thisCoupIsLast },
    }),
  }),
} as const;

/** After some changes the cards stay. */
const bringsNewCards = (reason: ShoeChangeReason): reason is CardChangeReason =>
  (CARD_CHANGE_REASONS as readonly string[]).includes(reason);
