import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZERO, amount, makeAmount, parseAmount, sum } from './amount.js';
import { ImpossibleState } from './assert.js';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }).map(amount);

describe('an amount', () => {
  it('is read back from the text it was written as', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        expect(parseAmount(makeAmount(value))).toBe(value);
      }),
    );
  });

  it('has one text only: what is read is written the same', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[-+]?0?\d{0,20}\.?\d?$/));
    fc.assert(
      fc.property(texts, (text) => {
        const value = parseAmount(text);
        if (value !== undefined) expect(makeAmount(value)).toBe(text);
      }),
    );
  });

  it.each(['0', '1', '1050', '999999999999999999'])('%s is one', (text) => {
    expect(parseAmount(text)).toBe(BigInt(text));
  });

  it.each([
    '',
    '-1',
    '+1',
    '01',
    '00',
    '1.00',
    '1,000',
    '1e3',
    ' 1',
    '1\n',
    '٣',
    '0x10',
    '1000000000000000000', // 19 digits, but not every such number fits a BIGINT.
  ])('%j is not one', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('below zero is never written', () => {
    expect(() => makeAmount(amount(-1))).toThrow(ImpossibleState);
  });

  it('is made of whole minor units only', () => {
    expect(() => amount(0.5)).toThrow(RangeError);
  });
});

describe('the sum', () => {
  it('of none is zero', () => {
    expect(sum([])).toBe(ZERO);
  });

  it('is exact where a float would not be', () => {
    expect(sum([amount(9_007_199_254_740_993n), amount(1)])).toBe(9_007_199_254_740_994n);
  });
});
