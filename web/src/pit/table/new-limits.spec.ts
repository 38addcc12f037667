/** Limits as a person types them. */
import { expect, test } from 'vitest';
import { SPOTS } from '../../../../src/punto-banco/spot.js';
import { type Settings, type TypedLimits, readLimits } from './new-limits.js';

const settings = {
  currency: 'EUR',
  chips: ['100', '500'],
  limits: Object.fromEntries(SPOTS.map((spot) => [spot, { min: '100', max: '50000' }])),
} as unknown as Settings;

const typed = Object.fromEntries(
  SPOTS.map((spot) => [spot, { min: '1', max: '500.00' }]),
) as TypedLimits;

const withPunto = (min: string, max: string) =>
  readLimits({ ...typed, punto: { min, max } }, settings, 'en');

test('what is typed as it was changes nothing', () => {
  expect(readLimits(typed, settings, 'en')).toEqual({ ok: true, changed: {} });
});

test('only the spots that change are sent, in minor units', () => {
  expect(withPunto('5', '1000')).toEqual({
    ok: true,
    changed: { punto: { min: '500', max: '100000' } },
  });
});

test.each([
  ['x', '500', 'min', 'not_an_amount'],
  ['1', '', 'max', 'not_an_amount'],
  ['0.50', '500', 'min', 'below_smallest'],
  ['1', '500.50', 'max', 'not_made_of_chips'],
  ['10', '5', 'max', 'max_below_min'],
  ['1', '9999999999999', 'max', 'limits_too_high'],
  ['10000000000', '9999999999', 'min', 'limits_too_high'],
])('from %j to %j: %s %s', (min, max, end, fault) => {
  expect(withPunto(min, max)).toEqual({ ok: false, faults: { punto: { end, fault } } });
});

test('the most of twelve digits is no fault, in minor units and by the rate', () => {
  expect(withPunto('1', '9999999999').ok).toBe(true);
  const worth = (rate: string) =>
    readLimits(
      { ...typed, punto: { min: '1', max: '9999999999' } },
      { ...settings, currency: 'CHF', inOwn: { own: 'EUR', rate } },
      'en',
    );
  expect(worth('1').ok).toBe(true);
  expect(worth('1.1')).toEqual({
    ok: false,
    faults: { punto: { end: 'max', fault: 'limits_too_high' } },
  });
});
