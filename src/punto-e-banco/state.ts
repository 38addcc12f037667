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

/**
 * The hand after its next event: hot path. Each field is named, since spreads took longer than all
 * the rest of a deal.
 */
export const evolvePuntoEBancoHand = (
  hand: PuntoEBancoHand,
  event: PuntoEBancoEvent,
): PuntoEBancoHand => {
  const isOver = event.kind === 'hand_ended';
  const opening = event.kind === 'stakes_taken' ? event : hand;
  return {
    step: hand.step + 1,
    phase: isOver ? 'over' : 'dealing',
    paytable: opening.paytable,
    stakes: opening.stakes,
    cards: event.kind === 'card_dealt' ? [...hand.cards, event.card] : hand.cards,
    paidOn: isOver ? event.paidOn : hand.paidOn,
    taken: opening.taken,
    paid: isOver ? event.paid : hand.paid,
  };
};
