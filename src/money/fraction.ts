/**
 * A fraction: an exact rational number in lowest terms. Probabilities and returns are never floats.
 */
import { assert } from './assert.js';

export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

export const fraction = (numerator: bigint, denominator: bigint = 1n): Fraction => {
  assert(denominator > 0n, 'the denominator of a fraction is positive');
  const shared = greatestDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / shared, denominator: denominator / shared };
};

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  fraction(
    a.numerator * b.denominator + b.numerator * a.denominator,
    a.denominator * b.denominator,
  );

export const multiplyFractions = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator);

/**
 * In per cent, rounded half up: `'98.7649'` for `decimals` 4. For fractions of zero or more only.
 */
export const percentText = (value: Fraction, decimals: number): string => {
  assert(value.numerator >= 0n, 'a share that is written is never negative');
  const scale = 10n ** BigInt(decimals);
  const { numerator, denominator } = value;
  const scaled = (200n * scale * numerator + denominator) / (2n * denominator);
  const whole = (scaled / scale).toString();
  return decimals === 0 ? whole : `${whole}.${(scaled % scale).toString().padStart(decimals, '0')}`;
};

const greatestDivisor = (a: bigint, b: bigint): bigint =>
  b === 0n ? a : greatestDivisor(b, a % b);
