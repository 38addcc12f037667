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

/** Thousandths and millionths, and how many decimals of the unit they take. */
const PREFIXES = [
  ['m', 3],
  ['µ', 6],
] as const;

/** Longer than this, an amount of many decimals is too small to read on a chip. */
const FACE_MAX = 4;

/**
 * A chip’s face: `1`, `25`, `1K`, `0.5`. Of a currency of many decimals, what is less than a unit
 * and too long for a chip is in thousandths or millionths: `15m`, `10µ`.
 */
export const chipText = (value: bigint, currency: string, language: string): string => {
  const digits = exponentOf(currency);
  const unit = 10n ** BigInt(digits);
  const units = value / unit;
  if (units >= 1_000n && value % (1_000n * unit) === 0n) return `${units / 1_000n}K`;
  const plain = shortText(value, digits, language);
  if (plain.length <= FACE_MAX || units > 0n) return plain;
  const smaller = PREFIXES.filter(([, decimals]) => decimals < digits);
  const [prefix, decimals] = smaller.find(([, of]) => value >= 10n ** BigInt(digits - of)) ??
    smaller.at(-1) ?? ['', 0];
  return shortText(value, digits - decimals, language) + prefix;
};

/** Without noughts at its end. */
const shortText = (value: bigint, digits: number, language: string): string => {
  const text = value.toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return fraction === '' ? whole : whole + pointOf(language) + fraction;
};

/** An amount as a person types it in this language: `10.50`, `10,50`. */
export const typedText = (value: bigint, currency: string, language: string): string => {
  return decimalText(value, currency).replace('.', pointOf(language));
};

const points = new Map<string, string>();

const pointOf = (language: string): string => {
  let point = points.get(language);
  if (point === undefined) {
    const parts = new Intl.NumberFormat(language).formatToParts(1.5);
    point = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
    points.set(language, point);
  }
  return point;
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
