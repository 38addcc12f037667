/** CSV as text: how every download writes it, and a short one as a whole. */
import type { Options } from 'csv-stringify';
import { stringify } from 'csv-stringify/sync';
import { decimalText } from './decimal.js';

/**
 * A cell that is a `bigint` is an amount. Text that a spreadsheet would take for a formula is made
 * plain text.
 */
export type CsvRow = Readonly<Record<string, string | bigint | null>>;

/** `decimals` are those of the amounts. */
export const written = (columns: readonly string[], decimals: number): Options => ({
  header: true,
  bom: true, // Otherwise a spreadsheet takes the names for Latin-1.
  columns: [...columns],
  escape_formulas: true,
  cast: { bigint: (minorUnits) => decimalText(minorUnits, decimals) },
});

export const csvText = (
  columns: readonly string[],
  decimals: number,
  rows: readonly CsvRow[],
): string => stringify([...rows], written(columns, decimals));
