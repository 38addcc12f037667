/** A chip, a limit or a limit of tips as a person types it: none has too many digits. */
import { type InOwn, isBounded } from '../../../../src/round/currencies.js';
import { parseMoney } from '../../money.js';

export type TypedFault = 'not_an_amount' | 'limits_too_high';

/** `inOwn`: where it is of a further currency, and its rate is known. */
export const readLimit = (
  text: string,
  currency: string,
  language: string,
  inOwn?: InOwn,
): bigint | TypedFault => {
  const value = parseMoney(text, currency, language, Infinity);
  if (value === undefined) return 'not_an_amount';
  return isBounded(value, currency, inOwn) ? value : 'limits_too_high';
};

/** The most of a tip. Null where nothing is typed: none are taken. */
export const readTipMax = (
  text: string,
  currency: string,
  language: string,
  inOwn?: InOwn,
): string | null | { readonly fault: TypedFault } => {
  if (text.trim() === '') return null;
  const value = readLimit(text, currency, language, inOwn);
  if (typeof value === 'string') return { fault: value };
  return value === 0n ? { fault: 'not_an_amount' } : value.toString();
};
