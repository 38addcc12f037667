import { describe, expect, test } from 'vitest';
import { parseCards } from '../../../src/cards/notation.js';
import { dealCoup } from '../../../src/punto-banco/coup.js';
import { SIDES } from '../../../src/punto-banco/outcome.js';
import { handsOf } from './hands.js';
import { recognisedIn } from './recognised.js';

const seen = (text: string): readonly (readonly string[])[] => {
  const cards = parseCards(text)!;
  const outcome = dealCoup(cards)?.outcome;
  return SIDES.map((side) =>
    recognisedIn(handsOf(cards), side, outcome).map((each) => Object.values(each).join(' ')),
  );
};

describe('of a hand is recognised', () => {
  test.each([
    ['a natural', 'Kh 4c 9s 2c', ['natural 9'], []],
    [
      'a natural on both sides',
      '9h 4c 9s 4d',
      ['natural 8', 'perfect'].slice(0, 1).concat('mixed'),
      ['natural 8', 'mixed'],
    ],
    ['each kind of pair', '2h 3c 2h 3s', ['perfect'], ['colour']],
    ['nothing in the first card of each', '9h 9c', [], []],
    ['a pair before the coup is over', 'Kh 4c Kd', ['colour'], []],
    ['a win by four points and more', '2h 3c 2d 3d 6s Kh', ['colour'], ['mixed', 'margin 6']],
    ['no margin of who lost', '7h Ac 5d Ad 5s', [], ['mixed']],
  ])('%s', (_name, cards, punto, banco) => {
    expect(seen(cards)).toEqual([punto, banco]);
  });
});
