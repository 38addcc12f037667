/**
 * A shoe's composition: how many cards of each face are still in it. Eight decks hold eight of
 * every face (RULES 1.1).
 */
import { assert } from '../money/assert.js';
import { type Card, FACES } from './card.js';

export const DECKS_IN_SHOE = 8;

/**
 * Cards left of each face, in the order of `FACES`. It is a plain list of 52 numbers, so that it
 * can be stored as it is.
 */
export type FaceCounts = readonly number[];

const INDEX = new Map(FACES.map((face, index) => [face, index]));

/** The composition of `decks` full decks. */
export const fullCounts = (decks: number = DECKS_IN_SHOE): FaceCounts => FACES.map(() => decks);

/** The composition of exactly these cards. */
export const countCards = (cards: Iterable<Card>): FaceCounts => {
  const counts = FACES.map(() => 0);
  for (const card of cards) counts[indexOf(card)]! += 1;
  return counts;
};

export const countOf = (counts: FaceCounts, card: Card): number => counts[indexOf(card)]!;

export const cardsLeft = (counts: FaceCounts): number =>
  counts.reduce((total, left) => total + left, 0);

const indexOf = (card: Card): number => {
  const index = INDEX.get(card);
  assert(index !== undefined, 'every card is one of the 52 faces');
  return index;
};
