/** What players owe together, in each currency by itself. */
export const owedIn = (
  shortfalls: readonly { readonly currency: string; readonly owed: string }[],
): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const { currency, owed } of shortfalls) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(owed));
  }
  return sums;
};
