/** The end of a session that the player was told of last: kept in this browser, so that a page that comes back tells of a newer one. */
const KEY = 'sabot.toldEnd';

/** ms since 1970. */
export const toldEndAtMs = (): number => Number(localStorage.getItem(KEY) ?? '0');

export const noteToldEnd = (atMs: number): void => localStorage.setItem(KEY, String(atMs));
