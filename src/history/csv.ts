/**
 * Downloads as CSV. They are read page by page while they are sent, and are safe to open in a
 * spreadsheet.
 */
import { Readable, pipeline } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import { type CsvRow, written } from './csv-text.js';

export type { CsvRow };

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
  const text = stringify(written(columns, decimals));
  pipeline(Readable.from(rows), text, () => undefined);
  const file = new StreamableFile(text, {
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
