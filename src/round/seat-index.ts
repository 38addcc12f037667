/** Which of the cards of a coup lies on a seat. */
import type { Card } from '../cards/card.js';
import { type CardSeat, nextSeat } from '../punto-banco/coup.js';

/** The index of the card of a seat among those dealt. -1 for a seat without one. */
export const seatIndex = (cards: readonly Card[], { side, position }: CardSeat): number =>
  cards.findIndex((_, index) => {
    const seat = nextSeat(cards.slice(0, index));
    return seat?.side === side && seat.position === position;
  });
