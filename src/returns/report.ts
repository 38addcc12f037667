/** A report on the returns of one game: lines of text, in columns. */

export interface ReturnsReport {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Rows as text, the first column to the left and the others to the right. */
export const columns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
};
