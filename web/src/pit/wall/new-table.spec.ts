/** A new table’s chips and limits, as they are typed over those of its model. */
import { expect, test } from 'vitest';
import type { TableModel } from '../../../../src/protocol/studio-tables.js';
import { SPOTS } from '../../../../src/punto-banco/spot.js';
import {
  type Edits,
  chipsText,
  groupsOf,
  limitsText,
  ownCurrency,
  readTable,
} from './new-table.js';

const model: TableModel = {
  currency: 'EUR',
  chips: ['100', '500'],
  limits: Object.fromEntries(
    SPOTS.map((spot) => [spot, { min: '100', max: '50000' }]),
  ) as TableModel['limits'],
  groupLimits: { vip: { banco: { min: '500', max: '90000' } } },
};

const read = (edits: Edits) => readTable(model, edits, 'EUR', 'en');
const own = (min: string, max: string) => ({ limits: { '': { punto: { min, max } } } });

test('its own currency is that of its model until another one is typed whole', () => {
  expect(['', 'us', ' usd '].map((typed) => ownCurrency(typed, 'CHF'))).toEqual([
    ...['CHF', 'CHF', 'USD'],
  ]);
  expect(ownCurrency('')).toBe('EUR');
});

test('nothing is given where nothing is typed, nor what is typed as it was', () => {
  expect(chipsText(model, { limits: {} }, 'EUR', 'en')).toBe('1.00; 5.00');
  expect(read({ limits: {} })).toEqual({ ok: true, given: {} });
  expect(read({ chips: '1;5', ...own('1', '500') })).toEqual({ ok: true, given: {} });
});

test('what is typed is given in minor units', () => {
  expect(read({ chips: '1; 25', ...own('2', '600') })).toEqual({
    ok: true,
    given: { chips: ['100', '2500'], limits: { punto: { min: '200', max: '60000' } } },
  });
});

test('a group follows the table where it has no limits of its own, and keeps those it has', () => {
  const edits: Edits = {
    limits: { ...own('2', '600').limits, vip: { egalite: { min: '5', max: '50' } }, new: {} },
  };
  expect(limitsText(model, edits, 'vip', 'EUR', 'en')).toMatchObject({
    ...{ punto: { min: '2', max: '600' }, banco: { min: '5.00', max: '900.00' } },
    egalite: { min: '5', max: '50' },
  });
  expect(groupsOf(model, edits)).toEqual(['new', 'vip']);
  expect(read(edits)).toEqual({
    ok: true,
    given: {
      limits: { punto: { min: '200', max: '60000' } },
      groupLimits: {
        vip: { banco: { min: '500', max: '90000' }, egalite: { min: '500', max: '5000' } },
      },
    },
  });
});

test('an amount of another currency has its decimals', () => {
  expect(chipsText(model, { limits: {} }, 'JPY', 'en')).toBe('100; 500');
  expect(readTable(model, { chips: '1000', limits: {} }, 'JPY', 'en')).toMatchObject({
    ok: false,
    limits: { '': { punto: { end: 'min', fault: 'below_smallest' } } },
  });
});

test.each([
  ['', 'not_amounts'],
  ['1; x', 'not_amounts'],
  ['5; 1', 'do_not_ascend'],
  ['0; 1', 'do_not_ascend'],
  ['1; 9999999999', undefined],
  ['1; 10000000000', 'limits_too_high'],
  ['10000000000; x', 'not_amounts'],
])('chips %j: %s', (chips, fault) => {
  const its = read({ chips, limits: {} });
  expect(its.ok ? undefined : its.chips).toBe(fault);
});

test('a minimum that no chips make is a fault where it is', () => {
  const limits = { vip: { banco: { min: '7.50', max: '900' } } };
  expect(read({ chips: '1; 5', limits })).toEqual({
    ok: false,
    limits: { vip: { banco: { end: 'min', fault: 'not_made_of_chips' } } },
  });
});
