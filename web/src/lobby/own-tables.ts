/** Which tables are a player's own: those that their operator has its players see. */
import { takesCurrency } from '../../../src/round/currencies.js';
import type { OwnPlayer, TableList } from '../../../src/protocol/http.js';

export type Owner = Partial<Pick<OwnPlayer, 'tables' | 'currency'>>;

/** A studio of the version before does not say which are. */
export const isOwnTable = ({ tables = null }: Owner, table: string): boolean =>
  tables === null || tables.includes(table);

type Listed = Pick<TableList[number], 'table' | 'phase' | 'currency' | 'further'>;

/**
 * Where the player sits down: where they sat last, or else at the first that is open, or at a
 * closed one that is run. A table that takes none of their money is their last choice.
 */
export const firstTable = (
  tables: readonly Listed[],
  owner: Owner,
  last: string | null,
): string | undefined => {
  const own = tables.filter(({ table }) => isOwnTable(owner, table));
  const { currency = null } = owner;
  const taking = own.filter((table) => currency === null || takesCurrency(table, currency));
  const from = taking.length > 0 ? taking : own;
  const found =
    from.find(({ table }) => table === last) ??
    from.find(({ phase }) => phase !== null && phase !== 'closed') ??
    from.find(({ phase }) => phase !== null) ??
    from[0];
  return found?.table;
};
