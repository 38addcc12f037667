import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Digits, makeExactJson, parseExactJson } from './exact-json.js';
import { makeDecimal, parseDecimal, scaled, unscaled } from './units.js';

const minor = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const exponent = fc.integer({ min: 0, max: 8 });

describe('units', () => {
  it('of as many decimals or more say every amount, and are read as it was', () => {
    fc.assert(
      fc.property(minor, exponent, exponent, (amount, few, more) => {
        const decimals = few + more;
        expect(unscaled(`${scaled(amount, few, decimals)!}`, few, decimals)).toBe(amount);
        expect(parseDecimal(makeDecimal(amount, few, decimals)!, few)).toBe(amount);
      }),
    );
  });

  it('that are too coarse say an amount exactly, or not at all', () => {
    fc.assert(
      fc.property(minor, exponent, exponent, (amount, of, decimals) => {
        fc.pre(decimals < of);
        const units = scaled(amount, of, decimals);
        const step = 10n ** BigInt(of - decimals);
        expect(units === undefined ? amount % step !== 0n : units * step === amount).toBe(true);
        expect(makeDecimal(amount, of, decimals) === undefined).toBe(units === undefined);
      }),
    );
  });

  it.each([
    [1_234n, 2, 6, '12.340000'],
    [-5n, 2, 2, '-0.05'],
    [1_234n, 0, 6, '1234.000000'],
    [0n, 2, 6, '0.000000'],
    [123_456_789n, 8, 8, '1.23456789'],
  ])('write %s of %i decimals with %i as %s', (amount, of, decimals, text) => {
    expect(makeDecimal(amount, of, decimals)).toBe(text);
  });

  it.each(['', '1e3', '1.', '.5', '1,5', 'NaN', '0x1'])('read no %s', (text) => {
    expect(parseDecimal(text, 2)).toBeUndefined();
  });

  it('leave off what is finer than a minor unit, towards zero', () => {
    expect(parseDecimal('12.349999', 2)).toBe(1_234n);
    expect(parseDecimal('-12.349999', 2)).toBe(-1_234n);
    expect(unscaled('1234999', 2, 5)).toBe(1_234n);
  });
});

describe('exact JSON', () => {
  it('keeps digits that a float would not', () => {
    const text = makeExactJson({ amount: new Digits('12345678901234567.890000'), user: 'a"b 1' });
    expect(text).toBe('{"amount":12345678901234567.890000,"user":"a\\"b 1"}');
    expect(parseExactJson(text)).toEqual({ amount: '12345678901234567.890000', user: 'a"b 1' });
  });

  it.each(['', '[1]', '7', '{', 'null'])('reads no object in %j', (text) => {
    expect(parseExactJson(text)).toBeUndefined();
  });
});
