import { describe, expect, it } from 'vitest';
import { cutShoe, fullShoe } from './shoe.js';

describe('a shoe', () => {
  it('holds 416 cards in eight decks', () => {
    expect(fullShoe(8)).toHaveLength(416);
    expect(fullShoe()).toEqual(fullShoe(8));
  });

  it('is cut so that a whole coup can follow the cut card', () => {
    const cards = fullShoe(1);
    expect(cutShoe(cards, 46)).toMatchObject({ cutAt: 46, drawn: 0 });
    for (const place of [47, 52, -1, 1.5, NaN]) {
      expect(cutShoe(cards, place)).toBe('cut_leaves_no_coup');
    }
  });
});
