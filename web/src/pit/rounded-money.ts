/**
 * Amounts for a glance: whole units without their sign, and from a hundred thousand on only their
 * first digits. So it is below a hundred, too, of a currency of many decimals, whose unit is worth
 * a lot.
 */
import { exponentOf } from '../../../src/money/currency.js';
import { decimalText } from '../money.js';

const formats = new Map<string, Intl.NumberFormat>();

/** What is owed at worst is rounded up. What was won is as near as it can be. */
type Rounding = 'ceil' | 'halfExpand';

/** From as many decimals on, a unit is too much to round to. */
const FINE_FROM = 4;

/** `58,480`, `146K`, `1.46M`, and `0.015` of bitcoin. */
export const roundedMoney = (
  minor: bigint,
  currency: string,
  language: string,
  roundingMode: Rounding,
): string => {
  const decimal = decimalText(minor, currency);
  const whole = decimal.split('.')[0]!;
  const isLong = whole.length > 5;
  const isFine = exponentOf(currency) >= FINE_FROM && whole.replace('-', '').length <= 2;
  const name = `${language} ${isLong} ${isFine} ${roundingMode}`;
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      roundingMode,
      ...(isLong
        ? { notation: 'compact', maximumSignificantDigits: 3 }
        : isFine
          ? { maximumSignificantDigits: 3 }
          : { maximumFractionDigits: 0 }),
    });
    formats.set(name, format);
  }
  return format.format(decimal as Intl.StringNumericLiteral);
};
