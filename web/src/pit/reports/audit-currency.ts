/** In which currency an action of the staff has an amount. */

const OF_FURTHER = /(?:^|\.)further\.(?<currency>[A-Z]{3})(?:\.|$)/;

/**
 * `path` is that of the amount in `after`, what the action has made. What is of a further currency
 * of a table is in that one, and a preview may name its own. All else is in `own`.
 */
export const auditCurrency = (path: string, after: unknown, own: string): string => {
  const further = OF_FURTHER.exec(path)?.groups?.['currency'];
  if (further !== undefined) return further;
  if (!path.startsWith('preview.')) return own;
  const { preview } = (after ?? {}) as { readonly preview?: { readonly currency?: string } | null };
  return preview?.currency ?? own;
};
