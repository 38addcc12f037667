import { describe, expect, it } from 'vitest';
import { FACES, RANKS, SUITS, colourOf, makeCard, parseCard, rankOf, suitOf } from './card.js';

describe('a card', () => {
  it('has one of 52 different faces', () => {
    expect(new Set(FACES).size).toBe(52);
  });

  it('is its rank and its suit', () => {
    for (const face of FACES) expect(makeCard(rankOf(face), suitOf(face))).toBe(face);
    expect(RANKS.length * SUITS.length).toBe(FACES.length);
  });

  it('is black in spades and clubs, red in hearts and diamonds', () => {
    expect((['As', 'Ac', 'Ah', 'Ad'] as const).map(colourOf)).toEqual([
      'black',
      'black',
      'red',
      'red',
    ]);
  });

  it('is read back as it is written', () => {
    for (const face of FACES) expect(parseCard(face)).toBe(face);
  });

  it.each(['', '9', 'h9', '9H', 'ah', '1h', '10h', '9h ', ' 9h', '9hh', 'Xs', 'toString'])(
    'is not read from %j',
    (text) => {
      expect(parseCard(text)).toBeUndefined();
    },
  );
});
