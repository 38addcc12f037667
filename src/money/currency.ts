/** Currencies: how many decimals the minor unit of each has. */

/** ISO 4217 knows no coins of the net. Their minor units are as wallets keep them. */
const OF_THE_NET: ReadonlyMap<string, number> = new Map([
  ['BTC', 8],
  ['LTC', 8],
  ['ETH', 8],
]);

const known = new Map<string, number>(OF_THE_NET);

/** 2 for EUR, 0 for JPY, 3 for KWD, 8 for BTC; 2 for a currency that nobody knows. */
export const exponentOf = (currency: string): number => {
  const exponent = known.get(currency);
  if (exponent !== undefined) return exponent;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  known.set(currency, digits);
  return digits;
};
