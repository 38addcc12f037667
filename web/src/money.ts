/**
 * Amounts as people read them: minor units of any ISO currency, in the page’s language. They are
 * never held as floats.
 */
import { exponentOf } from '../../src/money/currency.js';

/** `1050` minor units as the decimal text `10.50`. */
export const decimalText = (value: bigint, currency: string): string => {
  const digits = exponentOf(currency);
  const sign = value < 0n ? '-' : '';
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

/** Intl takes decimal text exactly, whatever its length. */
type Exact = Intl.StringNumericLiteral;

/** A format is slow to make, and amounts are drawn all the time. */
const formats = new Map<string, Intl.NumberFormat>();

interface MoneyStyle {
  /** With a plus sign where it is positive. */
  readonly signed?: boolean;
  /** Without decimals where they are noughts. */
  readonly whole?: boolean;
  /** With a currency’s own sign: `CA$10.50`. Several currencies have `$`, and players only one. */
  readonly distinct?: boolean;
}

/** `€10.50`. */
export const moneyText = (
  value: bigint,
  currency: string,
  language: string,
  { signed = false, whole = false, distinct = false }: MoneyStyle = {},
): string => {
  const name = `${language} ${currency} ${signed} ${whole} ${distinct}`;
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: distinct ? 'symbol' : 'narrowSymbol',
      useGrouping: 'always', // In Italian four digits would have no point, and five would.
      minimumFractionDigits: exponentOf(currency),
      maximumFractionDigits: exponentOf(currency),
      ...(signed && { signDisplay: 'exceptZero' }),
      ...(whole && { trailingZeroDisplay: 'stripIfInteger' }),
    });
    formats.set(name, format);
  }
  return format.format(decimalText(value, currency) as Exact);
};

/** A chip’s face: `1`, `25`, `1K`. */
export const chipText = (value: bigint, currency: string): string => {
  const unit = 10n ** BigInt(exponentOf(currency));
  if (value % unit !== 0n) return decimalText(value, currency);
  const units = value / unit;
  return units >= 1_000n && units % 1_000n === 0n ? `${units / 1_000n}K` : `${units}`;
};

/** An amount as a person types it in this language: `10.50`, `10,50`. */
export const typedText = (value: bigint, currency: string, language: string): string => {
  return decimalText(value, currency).replace('.', pointOf(language));
};

const pointOf = (language: string): string => {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
};

/**
 * What a person typed, in minor units. Undefined when it is not an amount of this currency, has
 * more digits before its point than `wholeMax`, or may be meant as thousands: in English `1,500` is
 * no dinar and a half.
 */
export const parseMoney = (
  text: string,
  currency: string,
  language: string,
  wholeMax = 12,
): bigint | undefined => {
  const digits = exponentOf(currency);
  const parts = /^\s*(\d+)(?:([.,])(\d+))?\s*$/.exec(text);
  if (parts === null || parts[1]!.length > wholeMax) return undefined;
  const [, whole = '', point = '', fraction = ''] = parts;
  if (fraction.length > digits) return undefined;
  if (fraction.length === 3 && point !== pointOf(language)) return undefined;
  return BigInt(whole + fraction.padEnd(digits, '0'));
};
