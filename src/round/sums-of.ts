/** Sums of a payment in further currencies, as its event has them. */

/** One sum for each further currency, in a field that is left out where there is none. */
export const sumsOf = <Name extends string, Further extends { readonly currency: string }>(
  further: readonly Further[] = [],
  name: Name,
  sum: (each: Further) => string,
): { readonly [N in Name]?: Readonly<Record<string, string>> } =>
  further.length === 0
    ? {}
    : ({ [name]: Object.fromEntries(further.map((each) => [each.currency, sum(each)])) } as {
        [N in Name]: Record<string, string>;
      });
