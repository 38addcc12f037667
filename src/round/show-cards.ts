/** The events by which cards that lie face down are shown, by the dealer or by the clock. */
import { assert } from '../money/assert.js';
import { nextSeat } from '../punto-banco/coup.js';
import type { TableEvent } from './event.js';
import type { RoundState } from './state.js';

/** The first `count` of them. `by` is the dealer, where one shows them. */
export const showing = (
  { game, cards, faceDown }: RoundState,
  count: number,
  by?: string,
): readonly TableEvent[] => {
  const open = faceDown?.open ?? cards.length;
  return cards.slice(open, open + count).map((card, at) => {
    const seat = nextSeat(cards.slice(0, open + at));
    assert(seat !== undefined, 'a card that was dealt has a seat');
    return { kind: 'card_shown', game, ...seat, card, ...(by !== undefined && { by }) };
  });
};
