/** The two hands that cards make, in the order in which they were dealt. */
import type { Card } from '../../../src/cards/card.js';
import { nextSeat } from '../../../src/punto-banco/coup.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
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

/**
 * On each side, how many cards lie face down: dealt after those that are open, and not shown yet.
 * A third card is dealt only when all others are open.
 */
export const faceDownOf = (
  round: Pick<NonNullable<TableCopy['round']>, 'cards' | 'faceDown'> | null | undefined,
): Readonly<Record<Side, number>> => {
  const down: Record<Side, number> = { punto: 0, banco: 0 };
  if (!round?.faceDown) return down;
  const { open, cards } = round.faceDown;
  for (let index = open; index < open + cards; index += 1) {
    const side = index < FIRST_FOUR.length ? FIRST_FOUR[index] : nextSeat(round.cards)?.side;
    if (side !== undefined) down[side] += 1;
  }
  return down;
};

const FIRST_FOUR: readonly Side[] = ['punto', 'banco', 'punto', 'banco'];
