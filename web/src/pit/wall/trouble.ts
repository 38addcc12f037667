/** How badly a table needs somebody: what the wall is sorted by, and what makes a tile red. */
import type { WallTable } from '../../../../src/protocol/wall.js';

/** From the worst. */
const TROUBLES = ['stalled', 'suspended', 'line', 'incident', 'notice', 'none', 'closed'] as const;
export type TableTrouble = (typeof TROUBLES)[number];

/** Cards that are due within the hour are a notice. */
const CARDS_DUE_SOON_MS = 3_600_000;

const troubleOf = (table: WallTable, nowMs: number): TableTrouble => {
  if (table.stalled) return 'stalled';
  if (table.suspended !== null) return 'suspended';
  if (table.phase === null || table.phase === 'closed') return 'closed';
  if (table.stream === 'lost' || !table.connection.dealer) return 'line';
  if (table.incidents > 0) return 'incident';
  if (table.closing) return 'notice';
  const { cardsDueAtMs } = table;
  return cardsDueAtMs !== null && cardsDueAtMs - nowMs < CARDS_DUE_SOON_MS ? 'notice' : 'none';
};

/**
 * The worst first. Among equals by name, so that a tile keeps its place as long as its trouble
 * lasts.
 */
export const byTrouble = (
  tables: Iterable<WallTable>,
  nowMs: number,
): readonly { readonly table: string; readonly trouble: TableTrouble }[] =>
  [...tables]
    .map((table) => ({ name: table.name, table: table.table, trouble: troubleOf(table, nowMs) }))
    .sort(
      (one, other) =>
        TROUBLES.indexOf(one.trouble) - TROUBLES.indexOf(other.trouble) ||
        NAMES.compare(one.name, other.name) ||
        NAMES.compare(one.table, other.table),
    )
    .map(({ table, trouble }) => ({ table, trouble }));

/** `pb-2` before `pb-10`. */
const NAMES = new Intl.Collator('en', { numeric: true });
