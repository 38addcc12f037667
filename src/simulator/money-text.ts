/**
 * Money as people read it: `123400` minor units are `1234.00`. All demo tables play in a currency
 * of two decimals.
 */

export const moneyText = (minorUnits: string | bigint): string => {
  const value = BigInt(minorUnits);
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
