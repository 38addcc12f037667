/** What a person may type for a coup, and what the page says to it. */
import { expect, test } from 'vitest';
import type { Card } from '../../../../src/cards/card.js';
import { parseCards } from '../../../../src/cards/notation.js';
import { makeCoup } from '../../../../src/punto-banco/notation.js';
import { NO_CARDS, readCoup, typeCoup, typedCard } from './typed-coup.js';

test.each([
  ['10h', 'Th'],
  [' tH ', 'Th'],
  ['KS', 'Ks'],
  ['9d', '9d'],
])('%j is the card %s', (text, card) => {
  expect(typedCard(text)).toBe(card);
});

test.each(['', '1h', '11h', 'hh', '9', '9dd'])('%j is no card', (text) => {
  expect(typedCard(text)).toBeUndefined();
});

const FOUR = { ...NO_CARDS, punto_1: '9h', banco_1: '2c', punto_2: 'kd', banco_2: '10s' };

test('a natural is complete with four cards, and a fifth is one too many', () => {
  const read = readCoup(FOUR);
  expect('coup' in read && makeCoup(read.coup)).toBe('P 9h Kd . B 2c Ts');
  expect(readCoup({ ...FOUR, banco_3: '3c' })).toEqual({ fault: 'card_too_many', seat: 'banco_3' });
});

test('a third card that the tableau asks for is missed, on the side where it is due', () => {
  const low = { ...FOUR, punto_1: '2h' };
  expect(readCoup(low)).toEqual({ fault: 'card_missing', seat: 'punto_3' });
  expect(readCoup({ ...low, punto_3: '8c' })).toEqual({ fault: 'card_missing', seat: 'banco_3' });
  expect(readCoup({ ...low, punto_3: '8c', banco_3: '4d' })).toHaveProperty('coup');
});

test('what is not a card is named with its seat', () => {
  expect(readCoup({ ...FOUR, banco_1: 'zz' })).toEqual({ fault: 'not_a_card', seat: 'banco_1' });
  expect(readCoup({ ...FOUR, punto_2: '' })).toEqual({ fault: 'card_missing', seat: 'punto_2' });
});

test('a coup that was dealt is typed and read as itself', () => {
  const cards = parseCards('2h 2c Kd Ts 8c 4d') as readonly Card[];
  const read = readCoup(typeCoup(cards));
  expect('coup' in read && read.coup.cards).toEqual(cards);
});
