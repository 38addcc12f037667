/** Sums of the studio are those of its tables, currency by currency. */
import { expect, test } from 'vitest';
import type { HoursReport } from '../../../../src/protocol/report.js';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { totalsOf, winsByRate, winsOf } from './wins.js';

const hour = (table: string, hold: string) => ({ table, hold }) as HoursReport['hours'][number];
const tile = (table: string, currency: string, stakes: string) =>
  ({ table, currency, stakes, players: 2 }) as WallTable;

test('the hours of a table are added up', () => {
  const wins = winsOf([hour('a', '300'), hour('b', '-50'), hour('a', '-1000')]);
  expect(Object.fromEntries(wins)).toEqual({ a: '-700', b: '-50' });
});

test('what was kept in a further currency counts by the rate, and is said to', () => {
  const francs = { ...hour('b', '-1500'), aboutInOwn: { currency: 'EUR', hold: '-1590' } };
  const hours = [hour('a', '300'), hour('b', '90'), francs];
  expect(Object.fromEntries(winsOf(hours))).toEqual({ a: '300', b: '-1500' });
  expect([...winsByRate(hours)]).toEqual(['b']);
});

test('amounts of two currencies are not added', () => {
  const tables = [tile('a', 'EUR', '100'), tile('b', 'EUR', '20'), tile('c', 'USD', '7')];
  const exact = { isStakesAbout: false, isWinAbout: false };
  expect(totalsOf(tables, new Map([['a', '-700']]), new Set())).toEqual([
    { currency: 'EUR', players: 4, stakes: '120', win: '-700', ...exact },
    { currency: 'USD', players: 2, stakes: '7', win: '0', ...exact },
  ]);
});

test('a total in which something counts by a rate is about so much', () => {
  const mixed = { ...tile('a', 'EUR', '100'), byCurrency: { EUR: '50', CHF: '47' } };
  const tables = [mixed, tile('b', 'EUR', '20'), tile('c', 'USD', '7')];
  expect(totalsOf(tables, new Map(), new Set(['b']))).toMatchObject([
    { currency: 'EUR', isStakesAbout: true, isWinAbout: true },
    { currency: 'USD', isStakesAbout: false, isWinAbout: false },
  ]);
});
