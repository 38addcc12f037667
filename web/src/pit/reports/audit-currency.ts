/** Which values of an action of the staff are amounts, and in which currency. */

const AMOUNT =
  /(?:^|\.)(?:min|max|tipMax|chips|back|shortfall|stakes?|was|paid|takenBack|given|amount)$/;
const OF_FURTHER = /(?:^|\.)further\.(?<currency>[A-Z]{3})(?:\.|$)/;
const LIMITS_OF_MONEY: ReadonlySet<unknown> = new Set(['loss', 'stake']);

/** How something was before the action or is after it, of which a value is one part. */
interface Whole {
  readonly kind?: unknown;
  readonly currency?: string | null;
  readonly preview?: { readonly currency?: string } | null;
}

/** `path` is that of the value in `whole`. A limit of play may be of time, too. */
export const isAmount = (path: string, whole: unknown): boolean =>
  path === 'limit' ? LIMITS_OF_MONEY.has(partsOf(whole).kind) : AMOUNT.test(path);

/**
 * What is of a further currency of a table is in that one, and a preview may name its own; so may
 * what the action was about. All else is in `own`. Null: nothing says in which.
 */
export const auditCurrency = (path: string, whole: unknown, own: string | null): string | null => {
  const further = OF_FURTHER.exec(path)?.groups?.['currency'];
  if (further !== undefined) return further;
  const { currency, preview } = partsOf(whole);
  return (path.startsWith('preview.') ? preview?.currency : undefined) ?? currency ?? own;
};

const partsOf = (whole: unknown): Whole => whole ?? {};
