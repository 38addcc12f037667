/** What differs between two states of something: every value that changed, by its path. */
export interface ChangedValue {
  /** `limits.punto.max`. */
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** Numbers of events change with everything that is done. */
const LEFT_OUT: ReadonlySet<string> = new Set(['seq']);

export const differences = (before: unknown, after: unknown): readonly ChangedValue[] => {
  const was = leavesOf(before);
  const is = leavesOf(after);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, was: was.get(path) ?? null, is: is.get(path) ?? null }))
    .filter(({ path, ...each }) => !LEFT_OUT.has(path) && !isSame(each.was, each.is));
};

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A list is one value, unless each part of it is of another currency. */
const leavesOf = (value: unknown, path = ''): ReadonlyMap<string, unknown> => {
  if (value === null || value === undefined) return new Map();
  if (Array.isArray(value)) {
    const byCurrency = partsByCurrency(value);
    return byCurrency === undefined ? new Map([[path, value]]) : leavesOf(byCurrency, path);
  }
  if (typeof value !== 'object') return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([name, each]) => [
      ...leavesOf(each, path === '' ? name : `${path}.${name}`),
    ]),
  );
};

/** `[{ currency: 'CHF', stakes }]` as `{ CHF: { stakes } }`. */
const partsByCurrency = (
  list: readonly unknown[],
): Readonly<Record<string, object>> | undefined => {
  const byCurrency: Record<string, object> = {};
  for (const part of list) {
    const { currency, ...rest } = (part ?? {}) as { readonly currency?: unknown };
    if (typeof currency !== 'string') return undefined;
    byCurrency[currency] = rest;
  }
  return list.length === 0 ? undefined : byCurrency;
};
