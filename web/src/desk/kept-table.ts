/** The table that this desk serves, kept in this browser. */
const KEY = 'sabot.desk.table';

export const keptTable = (): string | undefined => localStorage.getItem(KEY) ?? undefined;

export const keepTable = (table: string | undefined): void => {
  if (table === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, table);
};
