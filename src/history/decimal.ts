/**
 * Amounts in decimals, as a spreadsheet reads them: 123400 minor units of two decimals are
 * `1234.00`.
 */
import { exponentOf } from '../money/currency.js';

/** How many decimals the minor unit of a currency has. None where no currency is known. */
export const decimalsOf = (currency: string | null): number => {
  if (currency === null) return 0;
  return exponentOf(currency);
};

/** In the unit of `decimals` decimals, at least as many as the currency has. */
export const scaled = (amount: string, currency: string, decimals: number): bigint =>
  BigInt(amount) * 10n ** BigInt(decimals - decimalsOf(currency));

export const decimalText = (minorUnits: bigint, decimals: number): string => {
  const sign = minorUnits < 0n ? '-' : '';
  const digits = (minorUnits < 0n ? -minorUnits : minorUnits)
    .toString()
    .padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};
