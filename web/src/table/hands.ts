/** The two hands that cards make, in the order in which they were dealt. */
import type { Card } from '../../../src/cards/card.js';
import { nextSeat } from '../../../src/punto-banco/coup.js';
import type { Side } from '../../../src/punto-banco/outcome.js';

/** As far as the coup goes. A card that no lawful deal makes is left out. */
export const handsOf = (cards: readonly Card[]): Readonly<Record<Side, readonly Card[]>> => {
  const hands: Record<Side, Card[]> = { punto: [], banco: [] };
  for (const [index, card] of cards.entries()) {
    const seat = nextSeat(cards.slice(0, index));
    if (seat !== undefined) hands[seat.side].push(card);
  }
  return hands;
};
