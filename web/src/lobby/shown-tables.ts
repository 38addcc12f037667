/** The lobby’s tables as the page shows them, updated message by message. */
import type { LobbyCard, LobbyTable } from '../../../src/protocol/lobby.js';
import { isOpen } from './road-filter.js';

export interface ShownTable {
  readonly card: LobbyCard;
  /** All coups of the shoe, in notation. */
  readonly beads: readonly string[];
}

/** Where one may play comes first; else the tables keep their order. */
export const openFirst = (tables: readonly ShownTable[]): readonly ShownTable[] => [
  ...tables.filter(({ card }) => isOpen(card)),
  ...tables.filter(({ card }) => !isOpen(card)),
];

export const hasTable = (tables: readonly ShownTable[], { card }: LobbyTable): boolean =>
  tables.some((each) => each.card.table === card.table);

/** Undefined where a message before this one was missed. The lobby is then to be watched anew. */
export const withTable = (
  tables: readonly ShownTable[],
  { card, beadsFrom, beads }: LobbyTable,
): readonly ShownTable[] | undefined => {
  const index = tables.findIndex((each) => each.card.table === card.table);
  const known = tables[index]?.beads ?? [];
  if (known.length < beadsFrom) return undefined;
  const isSame = beads.length === 0 && known.length === beadsFrom;
  const shown = { card, beads: isSame ? known : [...known.slice(0, beadsFrom), ...beads] };
  return index < 0 ? [...tables, shown] : tables.with(index, shown);
};
