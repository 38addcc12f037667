/**
 * What chips and limits of a table are about in another currency, to begin with: round numbers, not
 * what a rate makes of them.
 */
import { exponentOf } from '../../../../src/money/currency.js';
import { parseRate } from '../../../../src/money/rate.js';
import { eachSpot } from '../../../../src/punto-banco/spot.js';
import { type FurtherCurrency, isBounded } from '../../../../src/round/currencies.js';

type Money = Pick<FurtherCurrency, 'chips' | 'limits'>;

/**
 * One of `currency` is taken to be worth `rate` of `own`. Every amount is 1, 2 or 5 times a power
 * of ten minor units, a multiple of the smallest chip, and no more than a table can hold. Undefined
 * where the rate is none.
 */
export const inCurrency = (
  { chips, limits }: Money,
  own: string,
  currency: string,
  rate: string,
): Money | undefined => {
  const fraction = parseRate(rate);
  const [first, ...others] = chips;
  if (fraction === undefined || first === undefined) return undefined;
  const { numerator, denominator } = fraction;
  const [up, down] = [10n ** BigInt(exponentOf(currency)), 10n ** BigInt(exponentOf(own))];
  const about = (text: string) => (BigInt(text) * denominator * up) / (numerator * down);
  const isHeld = (value: bigint) => isBounded(value, currency, { own, rate });
  let smallest = round(about(first));
  while (smallest > 1n && !isHeld(smallest)) smallest = below(smallest);
  const made = (text: string): string => {
    let value = round(about(text));
    // Doubled and rounded it meets each round number above it, and so the smallest chip.
    while (value % smallest !== 0n) value = round(value * 2n);
    while (value > smallest && (!isHeld(value) || value % smallest !== 0n)) value = below(value);
    return value.toString();
  };
  return {
    chips: [...new Set([smallest.toString(), ...others.map(made)])],
    limits: eachSpot((spot) => ({ min: made(limits[spot].min), max: made(limits[spot].max) })),
  };
};

/** The nearest of 1, 2 and 5 times a power of ten, by their ratio. */
const round = (value: bigint): bigint => {
  if (value < 1n) return 1n;
  const power = 10n ** BigInt(value.toString().length - 1);
  const hundredths = (value * 100n) / power;
  if (hundredths < 142n) return power;
  if (hundredths < 317n) return 2n * power;
  return (hundredths < 708n ? 5n : 10n) * power;
};

/** The next smaller one of those numbers, of one that is above 1. */
const below = (value: bigint): bigint => {
  const power = 10n ** BigInt(value.toString().length - 1);
  return value === 5n * power ? 2n * power : value / 2n;
};
