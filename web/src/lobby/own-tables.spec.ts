import { expect, it } from 'vitest';
import { firstTable, isOwnTable } from './own-tables.js';

const TABLES = [
  { table: 'pb-0', phase: null, currency: 'EUR' },
  { table: 'pb-1', phase: 'closed', currency: 'EUR' },
  { table: 'pb-2', phase: 'betting', currency: 'EUR' },
] as const;

it.each([
  ['at the first that is open', null, null, 'pb-2'],
  ['at a closed one that is run where none is open', ['pb-0', 'pb-1'], null, 'pb-1'],
  ['where they sat last', null, 'pb-2', 'pb-2'],
  ['where they sat last, though nobody runs it', null, 'pb-0', 'pb-0'],
  ['at one of their own', ['pb-2'], null, 'pb-2'],
  ['at one of their own, wherever they sat last', ['pb-2'], 'pb-1', 'pb-2'],
  ['at the first of their own where none is run', ['pb-0'], null, 'pb-0'],
  ['nowhere where none is their own', ['pb-9'], 'pb-1', undefined],
])('a player sits down %s', (_, tables, last, table) => {
  expect(firstTable(TABLES, { tables, currency: 'EUR' }, last)).toBe(table);
  expect(firstTable(TABLES, { tables }, last), 'of a studio of before').toBe(table);
});

const LIMITS = { min: '500', max: '1000000' };
const OF_SEVERAL = [
  { table: 'pb-1', phase: 'betting', currency: 'EUR' },
  { table: 'pb-2', phase: null, currency: 'EUR', further: { CHF: LIMITS } },
  { table: 'pb-3', phase: 'betting', currency: 'USD', further: { CHF: LIMITS } },
] as const;

it.each([
  ['at one that takes it, before others that are run', 'CHF', null, 'pb-3'],
  ['at one that takes it, wherever they sat last', 'CHF', 'pb-1', 'pb-3'],
  ['where they sat last, if that takes it', 'CHF', 'pb-2', 'pb-2'],
  ['at one whose own it is', 'USD', null, 'pb-3'],
  ['at any where none takes it', 'GBP', 'pb-3', 'pb-3'],
])('a player of a currency sits down %s', (_, currency, last, table) => {
  expect(firstTable(OF_SEVERAL, { tables: null, currency }, last)).toBe(table);
});

it('every table is a player’s own where the studio does not say which are', () => {
  expect(isOwnTable({}, 'pb-1')).toBe(true);
  expect(isOwnTable({ tables: null }, 'pb-1')).toBe(true);
  expect(isOwnTable({ tables: ['pb-2'] }, 'pb-1')).toBe(false);
});
