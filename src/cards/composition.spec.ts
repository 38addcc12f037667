import { describe, expect, it } from 'vitest';
import { FACES } from './card.js';
import { cardsLeft, countCards, countOf, fullCounts } from './composition.js';
import { fullShoe } from './shoe.js';

describe('the composition of a shoe', () => {
  it('has eight cards of every face, 416 in all', () => {
    const counts = fullCounts();
    expect(cardsLeft(counts)).toBe(416);
    for (const face of FACES) expect(countOf(counts, face)).toBe(8);
  });

  it('is the count of the cards in it', () => {
    expect(countCards(fullShoe(8))).toEqual(fullCounts(8));
    expect(countCards([])).toEqual(fullCounts(0));
  });
});
