/** What a request is about. */
import { expect, test } from 'vitest';
import { playersIn } from './about.js';

test('players of every currency are counted', () => {
  const sums = {
    ...{ bets: 1, stakes: '0', was: '0', paid: '0', back: '0', takenBack: '0', losers: 0 },
    ...{ given: '0', gainers: 0, shortPlayers: 0, shortfall: '0' },
  };
  const further = [
    { currency: 'CHF', ...sums, players: 60 },
    { currency: 'JPY', ...sums, players: 5 },
  ];
  expect(playersIn({ ...sums, players: 70, further })).toBe(135);
  expect(playersIn({ ...sums, players: 70 })).toBe(70);
  expect(playersIn(null)).toBe(0);
});
