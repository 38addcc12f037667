/**
 * A page of a list that is read newest first. One row more than is shown says whether there is
 * another page.
 */

interface Page<Row> {
  readonly shown: readonly Row[];
  /** `before` of the next page. Null where there is none. */
  readonly next: string | null;
}

/** `rows` were read with a limit of `limit + 1`. */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): Page<Row> => {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? keyOf(shown.at(-1)!) : null };
};
