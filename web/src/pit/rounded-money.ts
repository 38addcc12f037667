/**
 * Amounts for a glance: whole units without their sign, and from a hundred thousand on only their
 * first digits.
 */
import { decimalText } from '../money.js';

const formats = new Map<string, Intl.NumberFormat>();

/** What is owed at worst is rounded up. What was won is as near as it can be. */
type Rounding = 'ceil' | 'halfExpand';

/** `58,480`, `146K`, `1.46M`. */
export const roundedMoney = (
  minor: bigint,
  currency: string,
  language: string,
  roundingMode: Rounding,
): string => {
  const decimal = decimalText(minor, currency);
  const isLong = decimal.split('.')[0]!.length > 5;
  const name = `${language} ${isLong} ${roundingMode}`;
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      roundingMode,
      ...(isLong
        ? { notation: 'compact', maximumSignificantDigits: 3 }
        : { maximumFractionDigits: 0 }),
    });
    formats.set(name, format);
  }
  return format.format(decimal as Intl.StringNumericLiteral);
};
