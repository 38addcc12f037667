/** Amounts as other protocols write them, exactly: digits are moved, and there are no floats. */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Minor units of `exponent` decimals as whole units of `decimals`. Undefined where those are too
 * coarse to say it.
 */
export const scaled = (minor: bigint, exponent: number, decimals: number): bigint | undefined => {
  if (decimals >= exponent) return minor * 10n ** BigInt(decimals - exponent);
  const step = 10n ** BigInt(exponent - decimals);
  return minor % step === 0n ? minor / step : undefined;
};

/** `1234`, 2, 6: `12.340000`. Undefined where `decimals` are too few to say it. */
export const makeDecimal = (
  minor: bigint,
  exponent: number,
  decimals: number,
): string | undefined => {
  const units = scaled(minor, exponent, decimals);
  if (units === undefined) return undefined;
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

/**
 * Minor units of a decimal, as `makeDecimal` or somebody else writes it. What is finer than a minor
 * unit is left off, towards zero. Undefined for what is no decimal.
 */
export const parseDecimal = (text: string, exponent: number): bigint | undefined => {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const minor = BigInt(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`);
  return sign === '-' ? -minor : minor;
};

/**
 * Minor units of whole units of `decimals`, rounded towards zero. Undefined for no whole number.
 */
export const unscaled = (text: string, exponent: number, decimals: number): bigint | undefined => {
  if (!/^-?\d+$/.test(text)) return undefined;
  const units = BigInt(text);
  if (exponent >= decimals) return units * 10n ** BigInt(exponent - decimals);
  return units / 10n ** BigInt(decimals - exponent);
};
