import { expect, test } from 'vitest';
import { totalOf } from '../../../../src/blackjack/total.js';
import { parseCards } from '../../../../src/cards/notation.js';
import { totalText } from './total-text.js';

test('both totals are printed as long as an ace may count either', () => {
  const hands = ['As', 'As 6h', 'As 6h 9c', 'As Kh', 'As 5h 5c', 'Th 7c', 'Th 7c 9d'];
  expect(hands.map((cards) => totalText(totalOf(parseCards(cards)!)))).toEqual([
    '1/11',
    '7/17',
    '16',
    '21',
    '21',
    '17',
    '26',
  ]);
});
