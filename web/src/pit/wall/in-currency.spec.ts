import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, settingsFault } from '../../../../src/round/settings.js';
import { inCurrency } from './in-currency.js';

const EUROS = DEFAULT_SETTINGS;
const CASES = [
  ['CHF', '1.06'],
  ['JPY', '0.0061'],
  ['BTC', '91234.5'],
  ['KWD', '2.9'],
  ['IDR', '0.000057'],
] as const;

describe('chips and limits in another currency', () => {
  it('are round numbers of about the same worth', () => {
    expect(inCurrency(EUROS, 'EUR', 'JPY', '0.0061')).toMatchObject({
      chips: ['200', '1000', '5000', '20000', '100000', '200000'],
      limits: { punto: { min: '200', max: '2000000' } },
    });
    expect(inCurrency(EUROS, 'EUR', 'CHF', '1.06')).toMatchObject({
      chips: ['100', '500', '2000', '10000', '50000', '100000'],
    });
  });

  it.each(CASES)('can be played with: in %s', (currency, rate) => {
    const its = inCurrency(EUROS, 'EUR', currency, rate)!;
    const further = { [currency]: { ...its, groupLimits: {}, tipMax: null, rate } };
    expect(settingsFault({ ...EUROS, further })).toBeUndefined();
    const smallest = BigInt(its.chips[0]!);
    expect(its.chips.every((chip) => BigInt(chip) % smallest === 0n)).toBe(true);
  });

  it('are multiples of the smallest chip, where the next round number is none', () => {
    const two = { ...EUROS, chips: ['100', '250'] };
    expect(inCurrency(two, 'EUR', 'CHF', '0.5')?.chips).toEqual(['200', '1000']);
  });

  it('are at least the smallest chip', () => {
    const limits = { ...EUROS.limits, punto: { min: '1', max: '100000' } };
    const its = inCurrency({ ...EUROS, limits }, 'EUR', 'CHF', '0.5');
    expect(its?.limits.punto.min).toBe('200');
  });

  it.each([
    ['of the currency has too many digits', 'IDR', '0.000057'],
    ['of the table’s own has too many by the rate', 'JPY', '0.0061'],
    ['is the smallest chip already', 'BTC', '0.000000000001'],
  ])('are at most what a table can hold, where the amount %s', (_, currency, rate) => {
    const limits = { ...EUROS.limits, punto: { min: '100', max: '999999999900' } };
    const its = inCurrency({ ...EUROS, limits }, 'EUR', currency, rate)!;
    const further = { [currency]: { ...its, groupLimits: {}, tipMax: null, rate } };
    expect(settingsFault({ ...EUROS, limits, further })).toBeUndefined();
  });

  it('are none without a rate', () => {
    expect(inCurrency(EUROS, 'EUR', 'CHF', '')).toBeUndefined();
  });
});
