/**
 * Amounts for a glance: whole units without their sign, rounded up, and from a hundred thousand on
 * only their first digits.
 */
import { decimalText } from '../money.js';

const formats = new Map<string, Intl.NumberFormat>();

/** `58,480`, `146K`, `1.46M`. */
export const roundedMoney = (minor: bigint, currency: string, language: string): string => {
  const decimal = decimalText(minor, currency);
  const isLong = decimal.split('.')[0]!.length > 5;
  const name = `${language} ${isLong}`;
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      roundingMode: 'ceil',
      ...(isLong
        ? { notation: 'compact', maximumSignificantDigits: 3 }
        : { maximumFractionDigits: 0 }),
    });
    formats.set(name, format);
  }
  return format.format(decimal as Intl.StringNumericLiteral);
};
