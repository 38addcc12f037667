/** Punto e Banco for the page: its rules, its pace, and the proof of a coup as the page saw it. */
import {
  NEW_PUNTO_E_BANCO_HAND,
  type PuntoEBancoEvent,
  type PuntoEBancoHand,
  evolvePuntoEBancoHand,
} from '../../../../src/punto-e-banco/state.js';
import type { HandRules } from '../hand-view-store.js';

/** As it is sent: amounts are digits. */
export interface PuntoEBancoOrder {
  readonly kind: 'deal';
  readonly stakes: Readonly<Record<string, string>>;
  readonly seed: string;
}

const CARD_MS = 650;
const END_MS = 500;

export const PUNTO_E_BANCO: HandRules<PuntoEBancoHand, PuntoEBancoEvent> & {
  readonly game: 'punto_e_banco';
} = {
  game: 'punto_e_banco',
  newHand: NEW_PUNTO_E_BANCO_HAND,
  evolve: evolvePuntoEBancoHand,
  pauseBefore: ({ kind }) => {
    switch (kind) {
      case 'stakes_taken':
        return 0;
      case 'card_dealt':
        return CARD_MS;
      case 'hand_ended':
        return END_MS;
    }
  },
  commandOf: (_hand, event) =>
    event.kind === 'stakes_taken' ? { kind: 'deal', stakes: event.stakes } : undefined,
};
