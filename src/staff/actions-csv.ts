/** What the staff did, as CSV: a line for each action, the newest first. */
import type { StreamableFile } from '@nestjs/common';
import { type CsvRow, csvFile, everyPage } from '../history/csv.js';
import type { ActionsPage, ActionsQuery, StaffActionEntry } from '../protocol/staff.js';

const COLUMNS = ['id', 'at', 'who', 'operation', 'table', 'game', 'on', 'why', 'before', 'after'];

export const actionsCsv = (
  query: ActionsQuery,
  read: (query: ActionsQuery) => Promise<ActionsPage>,
): StreamableFile => {
  const actions = everyPage(async (before) => {
    const page = await read({ ...query, ...(before !== undefined && { before }) });
    return { items: page.actions, next: page.next };
  });
  return csvFile('staff-actions', COLUMNS, 0, rowsOf(actions));
};

async function* rowsOf(actions: AsyncIterable<StaffActionEntry>): AsyncGenerator<CsvRow> {
  for await (const { id, atMs, staff, operation, table, game, subject, reason, ...was } of actions)
    yield {
      id,
      at: new Date(atMs).toISOString(),
      who: staff,
      operation,
      table,
      game,
      on: subject,
      why: reason,
      before: jsonOf(was.before),
      after: jsonOf(was.after),
    };
}

const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
