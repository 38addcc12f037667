import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/round/settings.js';
import type { TableModel } from '../../../../src/protocol/house-tables.js';
import { inCurrency } from './in-currency.js';
import {
  type Further,
  NO_FURTHER,
  type TypedFurther,
  NO_FURTHER_EDITS,
  furtherChange,
  readFurther,
  removeFurther,
  shownFurther,
  typeFurther,
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
    expect(read(...shownFurther(HELD, NO_FURTHER_EDITS))).toEqual(HELD);
    expect(furtherChange(HELD, read(...shownFurther(HELD, NO_FURTHER_EDITS))!)).toEqual({});
  });

  it('are changed each as a whole, and taken away by nothing', () => {
    const [francs] = shownFurther(HELD, NO_FURTHER_EDITS);
    const changed = read({ ...francs, rate: '1,1', tipMax: '' });
    expect(furtherChange(HELD, changed!)).toEqual({
      CHF: { ...HELD['CHF'], rate: '1.1', tipMax: null },
    });
    expect(furtherChange(HELD, {})).toEqual({ CHF: null });
    const more = read(francs!, { currency: 'JPY', rate: '0.0061' })!;
    expect(Object.keys(furtherChange(HELD, more))).toEqual(['JPY']);
  });

  describe('while somebody else changes them', () => {
    const at = (further: Further, currency: string) =>
      shownFurther(further, NO_FURTHER_EDITS).find((each) => each.currency === currency)!;
    const JPY = { ...HELD['CHF']!, groupLimits: {}, rate: '0.0061' };
    const TWO: Further = { ...HELD, JPY };
    const rated = typeFurther(NO_FURTHER_EDITS, at(HELD, 'CHF'), { rate: '1.1' });
    const sent = (now: Further, edits = rated) =>
      furtherChange(now, read(...shownFurther(now, edits))!);

    it('have the groups that came meanwhile', () => {
      const groupLimits = { gold: { punto: { min: '500', max: '500000' } } };
      const now = { CHF: { ...HELD['CHF']!, groupLimits } };
      expect(sent(now)).toEqual({ CHF: { ...now.CHF, rate: '1.1' } });
    });

    it('keep one that was added', () => {
      expect(sent(TWO)).toEqual({ CHF: { ...HELD['CHF'], rate: '1.1' } });
    });

    it('send nothing of one that was not typed at', () => {
      const limits = { ...FRANCS.limits, punto: { min: '500', max: '10000' } };
      const now = { ...TWO, CHF: { ...HELD['CHF']!, limits } };
      const edits = typeFurther(NO_FURTHER_EDITS, at(TWO, 'JPY'), { rate: '0.006' });
      expect(sent(now, edits)).toEqual({ JPY: { ...JPY, rate: '0.006' } });
    });

    it('do not have one again that is gone', () => expect(sent({ JPY })).toEqual({}));
  });

  it('are as held where one is removed and typed again', () => {
    const [francs] = shownFurther(HELD, NO_FURTHER_EDITS);
    const removed = removeFurther(NO_FURTHER_EDITS, francs!);
    expect(shownFurther(HELD, removed)).toEqual([]);
    const edits = { ...removed, added: [NO_FURTHER] };
    const [added] = shownFurther(HELD, edits);
    const again = shownFurther(HELD, typeFurther(edits, added!, { currency: 'chf' }));
    expect(again[0]?.addedAt).toBe(0);
    expect(furtherChange(HELD, read(...again)!)).toEqual({});
    expect(removeFurther(edits, added!)).toEqual(removed);
  });

  it('are left as they are where nothing is typed, whatever the form would say to them', () => {
    const odd = { ...HELD['CHF']!, chips: ['500', '100'] };
    const now = { CHF: odd, JPY: { ...HELD['CHF']!, rate: '0.0061' } };
    const shown = shownFurther(now, NO_FURTHER_EDITS).map((each) =>
      each.currency === 'JPY' ? { ...each, rate: '0.006' } : each,
    );
    expect(Object.keys(furtherChange(now, read(...shown)!))).toEqual(['JPY']);
  });

  it('differ by the limits of a group alone', () => {
    const without = { CHF: { ...HELD['CHF']!, groupLimits: {} } };
    expect(furtherChange(HELD, without)).toEqual(without);
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
