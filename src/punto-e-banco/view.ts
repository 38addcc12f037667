/** What the player sees of a hand of Punto e Banco: its cards, its totals and what it pays. */
import type { Card } from '../cards/card.js';
import type { Amount } from '../money/amount.js';
import { dealCoup, nextSeat } from '../punto-banco/coup.js';
import { totalOf } from '../punto-banco/hand.js';
import { type Outcome, SIDES, type Side } from '../punto-banco/outcome.js';
import type { Pair } from '../punto-banco/pair.js';
import type { PuntoEBancoSpot, PuntoEBancoStakes } from './spot.js';
import type { PuntoEBancoHand } from './state.js';

interface PuntoEBancoView {
  readonly step: number;
  readonly phase: PuntoEBancoHand['phase'];
  readonly stakes: PuntoEBancoStakes;
  readonly cards: Readonly<Record<Side, readonly Card[]>>;
  /** Of the cards so far, 0–9. */
  readonly totals: Readonly<Record<Side, number>>;
  readonly outcome: Outcome | undefined;
  readonly pairs: Readonly<Record<Side, Pair | undefined>>;
  readonly paidOn: Readonly<Partial<Record<PuntoEBancoSpot, Amount>>>;
  readonly taken: Amount;
  readonly paid: Amount;
}

export const viewPuntoEBancoHand = (hand: PuntoEBancoHand): PuntoEBancoView => {
  const cards = bySide((side) =>
    hand.cards.filter((_, dealt) => nextSeat(hand.cards, dealt)?.side === side),
  );
  const coup = dealCoup(hand.cards);
  return {
    step: hand.step,
    phase: hand.phase,
    stakes: hand.stakes,
    cards,
    totals: bySide((side) => totalOf(cards[side])),
    outcome: coup?.outcome,
    pairs: bySide((side) => coup?.pairs[side]),
    paidOn: hand.paidOn,
    taken: hand.taken,
    paid: hand.paid,
  };
};

const bySide = <T>(value: (side: Side) => T): Readonly<Record<Side, T>> => {
  const [punto, banco] = SIDES;
  return { punto: value(punto), banco: value(banco) };
};
