import { expect, it } from 'vitest';
import { DealtBy } from './dealt-by.js';

const round = (game: string, table_id: string, openedAtMs: number, dealer: string) => ({
  game,
  table_id,
  opened_ms: `${openedAtMs}`,
  dealer,
});

const dealtBy = new DealtBy();
dealtBy.add([round('1', 'a', 100, 'Dora'), round('2', 'a', 200, 'Dora')]);
dealtBy.add([round('3', 'b', 150, 'Fritz'), round('4', 'a', 300, 'Elio')]);

it.each([
  ['in a round: that of the round', { table: 'a', game: '2', atMs: 950 }, 'Dora'],
  ['between two rounds: that of the one before', { table: 'a', game: null, atMs: 299 }, 'Dora'],
  ['from the opening on: that of the round', { table: 'a', atMs: 300 }, 'Elio'],
  ['before the first round: that of the first', { table: 'a', game: null, atMs: 1 }, 'Dora'],
  ['at another table: that of its own round', { table: 'b', atMs: 500 }, 'Fritz'],
  ['in a round of another period: that of the time', { table: 'b', game: '9', atMs: 500 }, 'Fritz'],
  ['at every table: nobody', { table: null, atMs: 500 }, null],
  ['at a table without rounds: nobody', { table: 'c', atMs: 500 }, null],
] as const)('the dealer of what happened %s', (_, at, dealer) => {
  expect(dealtBy.dealerOf(at)).toBe(dealer);
});
