/** Blackjack for the page: its rules, its pace, and what its events say of the player’s choices. */
import {
  type BlackjackEvent,
  type BlackjackHand,
  NEW_BLACKJACK_HAND,
  evolveBlackjack,
} from '../../../../src/blackjack/state.js';
import { viewBlackjack } from '../../../../src/blackjack/view.js';
import type { HandRules } from '../hand-view-store.js';

/** As it is sent: amounts are digits. */
export type BlackjackOrder =
  | { readonly kind: 'deal'; readonly stakes: readonly string[]; readonly cut: number }
  | { readonly kind: 'insure'; readonly boxes: readonly number[] }
  | { readonly kind: 'card' | 'stand' | 'double' | 'split' };

const CARD_MS = 380;
const TURN_MS = 700;

export const BLACKJACK: HandRules<BlackjackHand, BlackjackEvent> & { readonly game: 'blackjack' } =
  {
    game: 'blackjack',
    newHand: NEW_BLACKJACK_HAND,
    evolve: evolveBlackjack,
    pauseBefore: ({ kind }) => {
      switch (kind) {
        case 'card_dealt':
        case 'hole_card_dealt':
          return CARD_MS;
        case 'bank_card_dealt':
        case 'hole_card_turned':
        case 'hand_ended':
          return TURN_MS;
        case 'stakes_taken':
        case 'insurance_decided':
        case 'hand_stood':
        case 'hand_doubled':
        case 'hand_split':
        case 'house_took_over':
          return 0;
      }
    },
    commandOf: (hand, event) => {
      switch (event.kind) {
        case 'stakes_taken':
          return { kind: 'deal', stakes: event.stakes };
        case 'insurance_decided':
          if (hand.isAbandoned) return undefined;
          return {
            kind: 'insure',
            boxes: [...event.insured.keys()].filter((box) => event.insured[box]! > 0n),
          };
        case 'house_took_over':
          return { kind: 'abandon' };
        case 'card_dealt':
          return isChosen(hand) ? { kind: 'card' } : undefined;
        case 'hand_stood':
          return isChosen(hand) ? { kind: 'stand' } : undefined;
        case 'hand_doubled':
          return { kind: 'double' };
        case 'hand_split':
          return { kind: 'split' };
        case 'bank_card_dealt':
        case 'hole_card_dealt':
        case 'hole_card_turned':
        case 'hand_ended':
          return undefined;
      }
    },
  };

/** Whether the player chose what came next. */
const isChosen = (hand: BlackjackHand): boolean => viewBlackjack(hand).choices.length > 0;
