/**
 * Downloads as CSV. They are read page by page while they are sent, and are safe to open in a
 * spreadsheet.
 */
import { Readable, pipeline } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import { decimalText } from './decimal.js';

/**
 * A cell that is a `bigint` is an amount. Text that a spreadsheet would take for a formula is made
 * plain text.
 */
export type CsvRow = Readonly<Record<string, string | bigint | null>>;

/**
 * `decimals` are those of the amounts. A download that fails is cut off, so that nobody takes it to
 * be complete.
 */
export const csvFile = (
  name: string,
  columns: readonly string[],
  decimals: number,
  rows: AsyncIterable<CsvRow>,
): StreamableFile => {
  const written = stringify({
    header: true,
    bom: true, // Otherwise a spreadsheet takes the names for Latin-1.
    columns: [...columns],
    escape_formulas: true,
    cast: { bigint: (minorUnits) => decimalText(minorUnits, decimals) },
  });
  pipeline(Readable.from(rows), written, () => undefined);
  const file = new StreamableFile(written, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
  return file.setErrorHandler((_, response) => response.destroy?.());
};

/** Every item of every page, one after the other. `read` gets `before` from the page before. */
export async function* everyPage<Item>(
  read: (
    before: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<Item> {
  let before: string | undefined;
  for (;;) {
    const { items, next } = await read(before);
    yield* items;
    if (next === null) return;
    before = next;
  }
}
