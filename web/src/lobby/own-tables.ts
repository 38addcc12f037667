/** Which tables are a player's own: those that their operator has its players see. */
import type { OwnPlayer, TableList } from '../../../src/protocol/http.js';

type Owner = Pick<OwnPlayer, 'tables'>;

/** A studio of the version before does not say which are. */
export const isOwnTable = ({ tables = null }: Partial<Owner>, table: string): boolean =>
  tables === null || tables.includes(table);

/** Where the player sits down: where they sat last, or else at the first that is run. */
export const firstTable = (
  tables: readonly Pick<TableList[number], 'table' | 'phase'>[],
  owner: Partial<Owner>,
  last: string | null,
): string | undefined => {
  const own = tables.filter(({ table }) => isOwnTable(owner, table));
  const found =
    own.find(({ table }) => table === last) ?? own.find(({ phase }) => phase !== null) ?? own[0];
  return found?.table;
};
