import { describe, expect, it } from 'vitest';
import { type Shoe, cutShoe, drawCard, fullShoe } from './shoe.js';

const cut = (cutAt: number): Shoe => {
  const shoe = cutShoe(fullShoe(1), cutAt);
  if (shoe === 'cut_leaves_no_coup') expect.fail(`a cut at ${cutAt} is lawful`);
  return shoe;
};

describe('a shoe', () => {
  it('holds 416 cards in eight decks', () => {
    expect(fullShoe(8)).toHaveLength(416);
    expect(fullShoe()).toEqual(fullShoe(8));
  });

  it('gives every card once, in order, and the cut card once, at its place', () => {
    const cards = [];
    const cutCardBefore = [];
    let shoe = cut(40);
    for (let draw = drawCard(shoe); draw !== 'shoe_is_empty'; draw = drawCard(shoe)) {
      if (draw.cutCard) cutCardBefore.push(cards.length);
      cards.push(draw.card);
      shoe = draw.shoe;
    }
    expect(cards).toEqual(fullShoe(1));
    expect(cutCardBefore).toEqual([40]);
  });

  it('is cut so that a whole coup can follow the cut card', () => {
    const cards = fullShoe(1);
    expect(cutShoe(cards, 46)).toMatchObject({ cutAt: 46, drawn: 0 });
    for (const place of [47, 52, -1, 1.5, NaN]) {
      expect(cutShoe(cards, place)).toBe('cut_leaves_no_coup');
    }
  });
});
