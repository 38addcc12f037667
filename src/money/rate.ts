/**
 * Stated rates: what one of a currency is taken to be worth in another, as an exact decimal. No
 * money is ever converted. A rate makes one sum of several for somebody to look at, no more.
 */
import { assert } from './assert.js';
import { exponentOf } from './currency.js';

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** `1.06`: at most 9 digits before the point, and 12 behind it. */
const RATE = /^(0|[1-9]\d{0,8})(?:\.(\d{1,12}))?$/;

/** Undefined for anything but a plain decimal above zero. */
export const parseRate = (text: string): Fraction | undefined => {
  const [, whole = '', decimals = ''] = RATE.exec(text) ?? [];
  const numerator = BigInt(`${whole}${decimals}`); // That of no digits is 0.
  return numerator === 0n ? undefined : { numerator, denominator: 10n ** BigInt(decimals.length) };
};

/**
 * `amount` of minor units of `from` in minor units of `to`, where one of `from` is `rate` of `to`.
 * Rounded toward zero.
 */
export const byRate = (amount: bigint, from: string, to: string, rate: string): bigint => {
  const fraction = parseRate(rate);
  assert(fraction !== undefined, 'settings hold rates that are decimals above zero');
  const { numerator, denominator } = fraction;
  const [up, down] = [10n ** BigInt(exponentOf(to)), 10n ** BigInt(exponentOf(from))];
  return (amount * numerator * up) / (denominator * down);
};
