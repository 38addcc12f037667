/**
 * A deck that knows which of its cards were looked at. A rule that has not looked at a card cannot
 * give it away, in what it tells or in what it decides.
 */
import { type Card, parseCard } from '../../src/cards/card.js';

interface WatchedDeck {
  readonly deck: readonly Card[];
  /** The cards that were looked at, sorted. */
  readonly looked: () => readonly Card[];
}

export const watchedDeck = (cards: readonly Card[]): WatchedDeck => {
  const looked = new Set<number>();
  const deck = new Proxy(cards, {
    get: (target, property) => {
      if (typeof property === 'string' && /^\d+$/.test(property)) looked.add(Number(property));
      else if (property !== 'length') throw new Error(`A deck is read card by card.`);
      return Reflect.get(target, property) as unknown;
    },
  });
  return {
    deck,
    looked: () => [...looked].flatMap((index) => cards[index] ?? []).sort(),
  };
};

/** Every card that is named anywhere in a value, sorted. */
export const cardsIn = (value: unknown): readonly Card[] => {
  if (typeof value === 'string') {
    const card = parseCard(value);
    return card === undefined ? [] : [card];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(cardsIn).sort();
};
