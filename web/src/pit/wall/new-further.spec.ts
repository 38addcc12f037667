import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/round/settings.js';
import type { TableModel } from '../../../../src/protocol/house-tables.js';
import { inCurrency } from './in-currency.js';
import {
  type Further,
  NO_FURTHER,
  type TypedFurther,
  furtherChange,
  heldFurther,
  readFurther,
} from './new-further.js';

const MODEL = DEFAULT_SETTINGS as unknown as TableModel;
const FRANCS = inCurrency(DEFAULT_SETTINGS, 'EUR', 'CHF', '1.06')!;
const HELD: Further = {
  CHF: {
    ...FRANCS,
    ...{
      rate: '1.06',
      tipMax: '2000',
      groupLimits: { vip: { punto: { min: '500', max: '900000' } } },
    },
  },
};

const read = (...typed: readonly Partial<TypedFurther>[]) =>
  readFurther(
    MODEL,
    typed.map((each) => ({ ...NO_FURTHER, ...each })),
    'EUR',
    'en',
  );

describe('further currencies of a table', () => {
  it('are none where none is typed', () => {
    expect(read()).toEqual({});
  });

  it('have round chips and limits of about the worth of the model’s where nothing else is typed', () => {
    expect(read({ currency: 'chf', rate: '1,06' })).toEqual({
      CHF: { ...FRANCS, groupLimits: {}, tipMax: null, rate: '1.06' },
    });
  });

  it('are typed in their own decimals', () => {
    const limits = { punto: { min: '500', max: '20000' } };
    const edits = { chips: '100; 500; 1000', limits: { '': limits } };
    const further = read({ currency: 'JPY', rate: '0.0061', edits, tipMax: '1500' });
    expect(further?.['JPY']?.chips).toEqual(['100', '500', '1000']);
    expect(further?.['JPY']?.limits.punto).toEqual({ min: '500', max: '20000' });
    expect(further?.['JPY']?.tipMax).toBe('1500');
  });

  it('that the table has are as it has them, with the limits of groups', () => {
    expect(read(...heldFurther(HELD))).toEqual(HELD);
    expect(furtherChange(HELD, read(...heldFurther(HELD))!)).toEqual({});
  });

  it('are changed each as a whole, and taken away by nothing', () => {
    const [francs] = heldFurther(HELD);
    const changed = read({ ...francs, rate: '1,1', tipMax: '' });
    expect(furtherChange(HELD, changed!)).toEqual({
      CHF: { ...HELD['CHF'], rate: '1.1', tipMax: null },
    });
    expect(furtherChange(HELD, {})).toEqual({ CHF: null });
    const more = read(francs!, { currency: 'JPY', rate: '0.0061' })!;
    expect(Object.keys(furtherChange(HELD, more))).toEqual(['JPY']);
  });

  it.each<[string, Partial<TypedFurther>[]]>([
    ['the table’s own', [{ currency: 'EUR', rate: '1' }]],
    ['one twice', [CHF(), CHF()]],
    ['no currency', [{ currency: 'FR', rate: '1' }]],
    ['no rate', [{ currency: 'CHF', rate: '' }]],
    ['a rate of nothing', [{ currency: 'CHF', rate: '0' }]],
    ['chips that fall', [{ ...CHF(), edits: { chips: '5; 1', limits: {} } }]],
    ['a tip of nothing', [{ ...CHF(), tipMax: '0' }]],
  ])('are not %s', (_, typed) => expect(read(...typed)).toBeUndefined());
});

function CHF(): Partial<TypedFurther> {
  return { currency: 'CHF', rate: '1.06' };
}
