/** The table that this desk serves, kept in this browser. */
import { browserKeeps } from '../browser-keeps.js';
const KEY = 'sabot.desk.table';

export const keptTable = (): string | undefined => browserKeeps.getItem(KEY) ?? undefined;

export const keepTable = (table: string | undefined): void => {
  if (table === undefined) browserKeeps.removeItem(KEY);
  else browserKeeps.setItem(KEY, table);
};
