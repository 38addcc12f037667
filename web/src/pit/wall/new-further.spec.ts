import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/round/settings.js';
import type { TableModel } from '../../../../src/protocol/studio-tables.js';
import { inCurrency } from './in-currency.js';
import {
  type Further,
  NO_FURTHER,
  type TypedFurther,
  NO_FURTHER_EDITS,
  dropGroup,
  furtherBefore,
  furtherChange,
  furtherFault,
  readFurther,
  readTip,
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

  it('are sent with what they were, those that change alone', () => {
    const [francs] = shownFurther(HELD, NO_FURTHER_EDITS);
    const yen = { currency: 'JPY', rate: '0.0061' };
    const before = (...typed: readonly Partial<TypedFurther>[]) =>
      furtherBefore(HELD, furtherChange(HELD, read(...typed)!));
    expect(before(francs!, yen)).toEqual({ JPY: null });
    expect(before({ ...francs, rate: '1,1' }, yen)).toEqual({ ...HELD, JPY: null });
    expect(before()).toEqual(HELD);
  });

  describe('have groups with limits of their own', () => {
    const [francs] = shownFurther(HELD, NO_FURTHER_EDITS);
    const sent = (typed: Partial<TypedFurther>) =>
      furtherChange(HELD, read({ ...francs, ...typed })!)['CHF']?.groupLimits;
    const banco = { banco: { min: '5', max: '7000' } };

    it('that keep what they have where another spot is typed, beside new ones', () => {
      expect(sent({ edits: { limits: { vip: banco, gold: banco } } })).toEqual({
        vip: { ...HELD['CHF']!.groupLimits['vip'], banco: { min: '500', max: '700000' } },
        gold: { banco: { min: '500', max: '700000' } },
      });
    });

    it('in one that is added', () => {
      const further = read({ ...CHF(), edits: { limits: { gold: banco } } });
      expect(further?.['CHF']?.groupLimits).toEqual({
        gold: { banco: { min: '500', max: '700000' } },
      });
    });

    it('until they are dropped, and what is typed of them after that alone', () => {
      const dropped = dropGroup({ ...francs!, edits: { limits: { vip: banco } } }, 'vip');
      expect(dropped.edits).toEqual({ limits: {} });
      expect(sent(dropped)).toEqual({});
      expect(sent({ ...dropped, edits: { limits: { vip: banco } } })).toEqual({
        vip: { banco: { min: '500', max: '700000' } },
      });
    });
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

    it('name one that was added here and there, and the table’s own', () => {
      const edits = { ...NO_FURTHER_EDITS, added: [{ ...NO_FURTHER, ...CHF() }] };
      const before = shownFurther({}, edits);
      expect(furtherFault(before, before[0]!, 'EUR')).toBeUndefined();
      expect(furtherFault(before, before[0]!, 'CHF')).toBe('own');
      const shown = shownFurther(HELD, edits);
      expect(shown.map((each) => furtherFault(shown, each, 'EUR'))).toEqual([undefined, 'twice']);
      expect(read(...shown)).toBeUndefined();
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
    ['chips of 13 digits', [{ ...CHF(), edits: { chips: '1;99999999999', limits: {} } }]],
    ['a tip of 13 digits', [{ ...CHF(), tipMax: '10000000000' }]],
    ['a tip that the rate makes so', [{ ...CHF(), tipMax: '9999999999' }]],
    ['a tip of nothing', [{ ...CHF(), tipMax: '0' }]],
  ])('are not %s', (_, typed) => expect(read(...typed)).toBeUndefined());

  it('say of a tip what is wrong with it', () => {
    const tip = (tipMax: string, rate = '1.06') =>
      readTip({ ...NO_FURTHER, currency: 'CHF', rate, tipMax }, 'CHF', 'EUR', 'en');
    expect(tip('9000000000')).toBe('900000000000');
    expect(tip('9999999999')).toEqual({ fault: 'limits_too_high' });
    expect(tip('9999999999', 'x')).toBe('999999999900');
    expect(tip('much')).toEqual({ fault: 'not_an_amount' });
  });
});

function CHF(): Partial<TypedFurther> {
  return { currency: 'CHF', rate: '1.06' };
}
