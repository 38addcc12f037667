/**
 * The order in which incidents wait. First come those by which a table is stopped now, then those
 * that nobody has in hand, of each the oldest first. Closed ones come last, the newest first.
 */
import type { Incident } from '../../../../src/protocol/incident.js';
import type { WallTable } from '../../../../src/protocol/wall.js';

/** What the wall says of a table: whether it is stopped, and since when. */
export type Stoppage = Pick<WallTable, 'suspended' | 'stalled'>;
type Tables = ReadonlyMap<string, Stoppage>;

/**
 * Whether the incident’s table is stopped by it: it is stalled, or was suspended with this
 * incident, or since.
 */
export const stopsTable = (
  { state, kind, detail, openedAtMs }: Incident,
  table: Stoppage | undefined,
): boolean => {
  if (state === 'closed' || table === undefined) return false;
  if (table.stalled && kind === 'stalled') return true;
  const { suspended } = table;
  if (suspended === null) return false;
  const { reason, sinceMs } = suspended;
  return kind === reason || (kind === 'suspended' && detail === reason) || openedAtMs >= sinceMs;
};

export const queue = (
  incidents: readonly Incident[],
  isOpenOnly: boolean,
  tables: Tables,
): readonly Incident[] =>
  incidents
    .filter(({ state }) => !isOpenOnly || state !== 'closed')
    .map((incident) => ({ incident, rank: rankOf(incident, tables) }))
    .sort((one, other) => {
      const byRank = one.rank - other.rank;
      if (byRank !== 0) return byRank;
      const byAge = one.incident.openedAtMs - other.incident.openedAtMs;
      return one.incident.state === 'closed' ? -byAge : byAge;
    })
    .map(({ incident }) => incident);

const RANKS: Readonly<Record<Incident['state'], number>> = { open: 1, taken: 2, closed: 3 };

const rankOf = (incident: Incident, tables: Tables): number =>
  stopsTable(incident, tables.get(incident.table)) ? 0 : RANKS[incident.state];
