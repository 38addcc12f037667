/** Sette e Mezzo for the page: its rules, its pace, and what its events say of the choices. */
import {
  NEW_SETTE_E_MEZZO_HAND,
  type SetteEMezzoEvent,
  type SetteEMezzoHand,
  evolveSetteEMezzo,
} from '../../../../src/sette-e-mezzo/state.js';
import { viewSetteEMezzo } from '../../../../src/sette-e-mezzo/view.js';
import type { HandRules } from '../hand-view-store.js';

/** As it is sent: amounts are digits. */
export type SetteEMezzoOrder =
  | { readonly kind: 'deal'; readonly stake: string; readonly seed: string }
  | { readonly kind: 'draw' | 'stand' };

const CARD_MS = 600;
const END_MS = 500;

export const SETTE_E_MEZZO: HandRules<SetteEMezzoHand, SetteEMezzoEvent> & {
  readonly game: 'sette_e_mezzo';
} = {
  game: 'sette_e_mezzo',
  newHand: NEW_SETTE_E_MEZZO_HAND,
  evolve: evolveSetteEMezzo,
  pauseBefore: ({ kind }) => {
    switch (kind) {
      case 'card_dealt':
        return CARD_MS;
      case 'hand_ended':
        return END_MS;
      case 'stake_taken':
      case 'player_stood':
      case 'house_took_over':
        return 0;
    }
  },
  commandOf: (hand, event) => {
    switch (event.kind) {
      case 'stake_taken':
        return { kind: 'deal', stake: event.taken };
      case 'card_dealt':
        return isChosen(hand) ? { kind: 'draw' } : undefined;
      case 'player_stood':
        return isChosen(hand) ? { kind: 'stand' } : undefined;
      case 'house_took_over':
        return { kind: 'abandon' };
      case 'hand_ended':
        return undefined;
    }
  },
};

/** Whether the player chose what came next. */
const isChosen = (hand: SetteEMezzoHand): boolean => viewSetteEMezzo(hand).choices.length > 0;
