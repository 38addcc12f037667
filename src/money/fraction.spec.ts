import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addFractions, fraction, multiplyFractions, percentText } from './fraction.js';

describe('a fraction', () => {
  it('is in lowest terms', () => {
    expect(fraction(6n, 8n)).toEqual({ numerator: 3n, denominator: 4n });
    expect(fraction(-6n, 8n)).toEqual({ numerator: -3n, denominator: 4n });
    expect(fraction(0n, 8n)).toEqual({ numerator: 0n, denominator: 1n });
  });

  it('adds and multiplies exactly', () => {
    expect(addFractions(fraction(1n, 6n), fraction(1n, 3n))).toEqual(fraction(1n, 2n));
    expect(multiplyFractions(fraction(2n, 3n), fraction(3n, 4n))).toEqual(fraction(1n, 2n));
  });

  it('multiplies a sum as the sum of its products', () => {
    const any = fc
      .tuple(fc.bigInt(-99n, 99n), fc.bigInt(1n, 99n))
      .map(([numerator, denominator]) => fraction(numerator, denominator));
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        const whole = multiplyFractions(a, addFractions(b, c));
        expect(whole).toEqual(addFractions(multiplyFractions(a, b), multiplyFractions(a, c)));
      }),
    );
  });

  it('is written in per cent, rounded half up', () => {
    expect(percentText(fraction(2n, 3n), 4)).toBe('66.6667');
    expect(percentText(fraction(1n, 8n), 0)).toBe('13');
    expect(percentText(fraction(1n, 1_000n), 2)).toBe('0.10');
    expect(percentText(fraction(1n), 1)).toBe('100.0');
  });
});
