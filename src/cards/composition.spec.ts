import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Card, FACES } from './card.js';
import {
  CARD_EXHAUSTED,
  type FaceCounts,
  cardsLeft,
  countCards,
  countOf,
  fullCounts,
  takeCard,
} from './composition.js';
import { fullShoe } from './shoe.js';

const taken = (counts: FaceCounts | typeof CARD_EXHAUSTED): FaceCounts => {
  if (counts === CARD_EXHAUSTED) expect.fail('the card was still in the shoe');
  return counts;
};

describe('the composition of a shoe', () => {
  it('has eight cards of every face, 416 in all', () => {
    const counts = fullCounts();
    expect(cardsLeft(counts)).toBe(416);
    for (const face of FACES) expect(countOf(counts, face)).toBe(8);
  });

  it('loses the card that is taken, and only that', () => {
    const before = fullCounts();
    const after = taken(takeCard(before, '9h'));
    expect(countOf(after, '9h')).toBe(7);
    expect(countOf(after, '9d')).toBe(8);
    expect(cardsLeft(after)).toBe(415);
    expect(countOf(before, '9h')).toBe(8);
  });

  it('gives every face eight times and refuses the ninth', () => {
    for (const face of FACES) {
      let counts = fullCounts();
      for (let copy = 1; copy <= 8; copy += 1) counts = taken(takeCard(counts, face));
      expect(takeCard(counts, face)).toBe('card_exhausted');
    }
  });

  it('is the count of the cards in it', () => {
    expect(countCards(fullShoe(8))).toEqual(fullCounts(8));
    expect(countCards([])).toEqual(fullCounts(0));
  });

  it('and the cards taken from it together make the full shoe', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FACES), { maxLength: 60 }), (cards) => {
        const out: Card[] = [];
        let counts = fullCounts(1);
        for (const card of cards) {
          const after = takeCard(counts, card);
          if (after === CARD_EXHAUSTED) continue;
          counts = after;
          out.push(card);
        }
        const outCounts = countCards(out);
        expect(counts.map((left, index) => left + outCounts[index]!)).toEqual(fullCounts(1));
      }),
    );
  });
});
