import { describe, expect, it } from 'vitest';
import { parseCards } from '../cards/notation.js';
import { FORTY_CARDS, halfPointsOf, mattaHalfPoints } from './points.js';

const cards = (text: string) => parseCards(text) ?? expect.fail(text);

describe('the points of Sette e Mezzo', () => {
  it.each([
    ['', 0],
    ['Js', 1],
    ['Kh Qd', 2],
    ['As 2h 3c', 12],
    ['7d Jc', 15],
    ['7d As', 16],
  ])('of “%s” are %i halves', (text, halves) => {
    expect(halfPointsOf(cards(text))).toBe(halves);
  });

  it.each([
    ['Kd', 1, 1], // alone it is a half
    ['Kd Js', 14, 15],
    ['Js Kd', 14, 15], // whenever it came
    ['Kd As', 12, 14],
    ['Kd As Js', 12, 15],
    ['7s Kd', 1, 15],
    ['6s Kd', 2, 14],
    ['6s As Kd', 1, 15],
    ['7s Js Kd', 1, 16], // it cannot save a hand that has 7½ already
  ])('of “%s”: the matta is worth %i halves, the hand %i', (text, matta, halves) => {
    expect(mattaHalfPoints(cards(text))).toBe(matta);
    expect(halfPointsOf(cards(text))).toBe(halves);
  });

  it('are those of forty cards, all different', () => {
    expect(new Set(FORTY_CARDS).size).toBe(40);
    expect(mattaHalfPoints(cards('Kh Ks Kc'))).toBeUndefined();
  });
});
