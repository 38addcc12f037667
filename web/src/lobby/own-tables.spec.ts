import { expect, it } from 'vitest';
import { firstTable, isOwnTable } from './own-tables.js';

const TABLES = [
  { table: 'pb-0', phase: null },
  { table: 'pb-1', phase: 'closed' },
  { table: 'pb-2', phase: 'betting' },
] as const;

it.each([
  ['at the first that is run', null, null, 'pb-1'],
  ['where they sat last', null, 'pb-2', 'pb-2'],
  ['where they sat last, though nobody runs it', null, 'pb-0', 'pb-0'],
  ['at one of their own', ['pb-2'], null, 'pb-2'],
  ['at one of their own, wherever they sat last', ['pb-2'], 'pb-1', 'pb-2'],
  ['at the first of their own where none is run', ['pb-0'], null, 'pb-0'],
  ['nowhere where none is their own', ['pb-9'], 'pb-1', undefined],
])('a player sits down %s', (_, tables, last, table) => {
  expect(firstTable(TABLES, { tables }, last)).toBe(table);
});

it('every table is a player’s own where the studio does not say which are', () => {
  expect(isOwnTable({}, 'pb-1')).toBe(true);
  expect(isOwnTable({ tables: null }, 'pb-1')).toBe(true);
  expect(isOwnTable({ tables: ['pb-2'] }, 'pb-1')).toBe(false);
});
