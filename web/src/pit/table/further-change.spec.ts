import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/round/settings.js';
import { changedCurrencies } from './further-change.js';

const { limits } = DEFAULT_SETTINGS;
const CHF = { chips: ['100', '500'], limits, groupLimits: {}, tipMax: null, rate: '1.06' };
const PUNTO = { ...limits, punto: { min: '100', max: '20000' } };

test('a currency that changes is listed with what it was and what it is', () => {
  const after = { ...CHF, rate: '1.1', chips: ['100'], tipMax: '2000', limits: PUNTO };
  expect(changedCurrencies({ CHF }, { CHF: after }, 'en')).toEqual([
    {
      currency: 'CHF',
      what: 'changed',
      fields: [
        { name: 'rate', was: '1.06', is: '1.1' },
        { name: 'chips', was: '1.00; 5.00', is: '1.00' },
        { name: 'tipMax', was: '', is: '20.00' },
        { name: 'punto', was: '1.00 – 10000.00', is: '1.00 – 200.00' },
      ],
    },
  ]);
});

test('limits of a group are listed with its name', () => {
  const after = { ...CHF, groupLimits: { vip: { punto: { min: '500', max: '20000' } } } };
  const fields = (was: object, is: object) =>
    changedCurrencies({ CHF: { ...CHF, ...was } }, { CHF: { ...CHF, ...is } }, 'en')[0]?.fields;
  const its = { name: 'punto', group: 'vip' };
  expect(fields({}, after)).toEqual([{ ...its, was: '', is: '5.00 – 200.00' }]);
  expect(fields(after, {})).toEqual([{ ...its, was: '5.00 – 200.00', is: '' }]);
});

test('one that comes is listed whole, one that goes by its name, one that stays not at all', () => {
  const [added] = changedCurrencies(undefined, { CHF }, 'en');
  expect(added).toMatchObject({ currency: 'CHF', what: 'added' });
  expect(added?.fields[0]).toEqual({ name: 'rate', was: '', is: '1.06' });
  expect(changedCurrencies({ CHF }, {}, 'en')).toEqual([
    { currency: 'CHF', what: 'gone', fields: [] },
  ]);
  expect(changedCurrencies({ CHF }, { CHF }, 'en')).toEqual([]);
});
