import { describe, expect, it } from 'vitest';
import { FACES, RANKS, makeCard } from '../cards/card.js';
import { isNatural, pointsOf, totalOf } from './hand.js';

describe('a hand', () => {
  it('counts the ace 1, the tens and court cards 0, the others their face value', () => {
    expect(RANKS.map((rank) => pointsOf(makeCard(rank, 's')))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0,
    ]);
  });

  it('counts the same in every suit', () => {
    const total = FACES.reduce((sum, face) => sum + pointsOf(face), 0);
    expect(total).toBe(4 * 45);
  });

  it('totals the sum without its tens', () => {
    expect(totalOf(['9h', 'Kd'])).toBe(9);
    expect(totalOf(['9h', '7d'])).toBe(6);
    expect(totalOf(['9h', '9d', '9s'])).toBe(7);
    expect(totalOf(['5h', '5d'])).toBe(0);
    expect(totalOf([])).toBe(0);
  });

  it('is a natural with 8 or 9', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter(isNatural)).toEqual([8, 9]);
  });
});
