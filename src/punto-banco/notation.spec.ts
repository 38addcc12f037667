import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES } from '../cards/card.js';
import { dealCoup, nextSeat } from './coup.js';
import { makeCoup, parseCoup } from './notation.js';

describe('a written coup', () => {
  it('recovers the order of the deal', () => {
    expect(parseCoup('P 2h Kd 5s . B 4c Ks 7d')?.cards).toEqual([
      '2h',
      '4c',
      'Kd',
      'Ks',
      '5s',
      '7d',
    ]);
    expect(parseCoup('P 6h Kd . B 5d Kc 4s')?.cards).toEqual(['6h', '5d', 'Kd', 'Kc', '4s']);
  });

  it('is read back as it was dealt', () => {
    const deck = fc.array(fc.constantFrom(...FACES), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(deck, (cards) => {
        const length = [4, 5, 6].find((many) => nextSeat(cards.slice(0, many)) === undefined);
        const coup = dealCoup(cards.slice(0, length))!;
        expect(parseCoup(makeCoup(coup))).toEqual(coup);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a third card after a natural', 'P 9h Kd . B 4c 2s 7d'],
    ['a third card missing', 'P 2h Kd . B 4c Ks'],
    ['a third card on the wrong side', 'P 6h Kd 4s . B 5d Kc'],
    ['a fourth card', 'P 2h Kd 5s 5s . B 4c Ks 7d'],
    ['one card', 'P 9h . B 4c 2s'],
    ['no Banco', 'P 9h Kd'],
    ['Banco first', 'B 4c 2s . P 9h Kd'],
    ['two spaces', 'P 9h  Kd . B 4c 2s'],
    ['a space at the end', 'P 9h Kd . B 4c 2s '],
    ['no card', 'P 9h Kx . B 4c 2s'],
  ])('with %s is not read', (_, text) => {
    expect(parseCoup(text)).toBeUndefined();
  });
});
