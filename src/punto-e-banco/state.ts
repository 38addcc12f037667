/**
 * A hand of Punto e Banco: what its events tell. It holds no card but those that have been dealt,
 * because the deck is an argument of `decidePuntoEBancoHand` and never a part of the hand.
 */
import { type Amount, ZERO } from '../money/amount.js';
import type { Card } from '../cards/card.js';
import type { CardSeat } from '../punto-banco/coup.js';
import type { PuntoEBancoPaytableVersion } from './paytable.js';
import type { PuntoEBancoSpot, PuntoEBancoStakes } from './spot.js';

/** Every event of a hand may be seen by its player. */
export type PuntoEBancoEvent =
  | {
      readonly kind: 'stakes_taken';
      readonly paytable: PuntoEBancoPaytableVersion;
      readonly stakes: PuntoEBancoStakes;
      readonly taken: Amount;
    }
  | ({ readonly kind: 'card_dealt'; readonly card: Card } & CardSeat)
  | {
      readonly kind: 'hand_ended';
      /** What each spot with a stake brings back, the stake included. */
      readonly paidOn: Readonly<Partial<Record<PuntoEBancoSpot, Amount>>>;
      readonly paid: Amount;
    };

export interface PuntoEBancoHand {
  /** How many events there were. A command names it, so that a late one is refused. */
  readonly step: number;
  readonly phase: 'stakes' | 'dealing' | 'over';
  readonly paytable: PuntoEBancoPaytableVersion | undefined;
  readonly stakes: PuntoEBancoStakes;
  /** In the order of dealing. */
  readonly cards: readonly Card[];
  readonly paidOn: Readonly<Partial<Record<PuntoEBancoSpot, Amount>>>;
  readonly taken: Amount;
  readonly paid: Amount;
}

/** A hand before its stakes. */
export const NEW_PUNTO_E_BANCO_HAND: PuntoEBancoHand = Object.freeze({
  step: 0,
  phase: 'stakes',
  paytable: undefined,
  stakes: {},
  cards: [],
  paidOn: {},
  taken: ZERO,
  paid: ZERO,
});

/** The hand after its next event. */
export const evolvePuntoEBancoHand = (
  hand: PuntoEBancoHand,
  event: PuntoEBancoEvent,
): PuntoEBancoHand => {
  const step = hand.step + 1;
  switch (event.kind) {
    case 'stakes_taken': {
      const { paytable, stakes, taken } = event;
      return { ...hand, step, phase: 'dealing', paytable, stakes, taken };
    }
    case 'card_dealt':
      return { ...hand, step, cards: [...hand.cards, event.card] };
    case 'hand_ended':
      return { ...hand, step, phase: 'over', paidOn: event.paidOn, paid: event.paid };
  }
};
