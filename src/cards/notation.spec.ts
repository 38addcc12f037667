import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES } from './card.js';
import { makeCards, parseCards } from './notation.js';

describe('cards in a row', () => {
  it('are read back as they are written', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FACES)), (cards) => {
        expect(parseCards(makeCards(cards))).toEqual(cards);
      }),
    );
  });

  it.each(['9h  Td', ' 9h', '9h ', '9h,Td', '9h Tx', '9hTd'])('are not read from %j', (text) => {
    expect(parseCards(text)).toBeUndefined();
  });
});
