import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/round/settings.js';
import type { TableModel } from '../../../../src/protocol/house-tables.js';
import { NO_FURTHER, type TypedFurther, readFurther } from './new-further.js';

const MODEL = DEFAULT_SETTINGS as unknown as TableModel;

const read = (...typed: readonly Partial<TypedFurther>[]) =>
  readFurther(
    MODEL,
    typed.map((each) => ({ ...NO_FURTHER, ...each })),
    'EUR',
    'en',
  );

describe('further currencies of a new table', () => {
  it('are none where none is typed', () => {
    expect(read()).toEqual({});
  });

  it('have the chips and limits of the model where nothing else is typed', () => {
    const { chips, limits } = DEFAULT_SETTINGS;
    expect(read({ currency: 'chf', rate: '1,06' })).toEqual({
      CHF: { chips, limits, groupLimits: {}, tipMax: null, rate: '1.06' },
    });
  });

  it('are typed in their own decimals', () => {
    const limits = { punto: { min: '500', max: '20000' } };
    const edits = { chips: '100; 500; 1000', limits: { '': limits } };
    const further = read({ currency: 'JPY', rate: '0.0061', edits });
    expect(further?.['JPY']?.chips).toEqual(['100', '500', '1000']);
    expect(further?.['JPY']?.limits.punto).toEqual({ min: '500', max: '20000' });
  });

  it.each<[string, Partial<TypedFurther>[]]>([
    ['the table’s own', [{ currency: 'EUR', rate: '1' }]],
    ['one twice', [CHF(), CHF()]],
    ['no currency', [{ currency: 'FR', rate: '1' }]],
    ['no rate', [{ currency: 'CHF', rate: '' }]],
    ['a rate of nothing', [{ currency: 'CHF', rate: '0' }]],
    ['chips that fall', [{ ...CHF(), edits: { chips: '5; 1', limits: {} } }]],
  ])('are not %s', (_, typed) => expect(read(...typed)).toBeUndefined());
});

function CHF(): Partial<TypedFurther> {
  return { currency: 'CHF', rate: '1.06' };
}
