/**
 * Money: a whole number of minor units (cents). It is never held as a float. On the wire it is a
 * string of digits.
 */
import { assert } from './assert.js';

declare const brand: unique symbol;

/** Minor units of the table's currency. Zero or positive unless a name says it is a change. */
export type Amount = bigint & { readonly [brand]: 'Amount' };

export const amount = (minorUnits: bigint | number): Amount => BigInt(minorUnits) as Amount;

export const ZERO: Amount = amount(0n);

/** Sums amounts. The sum of none is zero. */
export const sum = (amounts: Iterable<bigint>): Amount => {
  let total = 0n;
  for (const each of amounts) total += each;
  return total as Amount;
};

/**
 * `parseAmount('1050')` is 1,050 minor units. Undefined for anything but plain digits that fit a
 * BIGINT.
 */
export const parseAmount = (text: string): Amount | undefined => {
  if (!/^(0|[1-9]\d{0,17})$/.test(text)) return undefined;
  return BigInt(text) as Amount;
};

export const makeAmount = (value: Amount): string => {
  assert(value >= 0n, 'only amounts of zero or more are written on the wire');
  return value.toString();
};
