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

/**
 * The limits of a table for a player of this currency and limit group. They are in the table's own
 * currency where it does not take the player's.
 */
export const limitsFor = (
  card: LobbyCard,
  currency: string | undefined,
  group: string | null | undefined,
): { readonly min: string; readonly max: string; readonly currency: string } => {
  const { groups = {} } = card;
  const limits = typeof group === 'string' && Object.hasOwn(groups, group) ? groups[group]! : card;
  const asked = currency ?? card.currency;
  const further = limits.further?.[asked];
  const { min, max } = further ?? limits;
  return { min, max, currency: further === undefined ? card.currency : asked };
};

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
