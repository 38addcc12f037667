/**
 * The end of a session that the player was shown last. It is kept in this browser, so that a page
 * that comes back shows a newer one.
 */
import { browserKeeps } from '../browser-keeps.js';
const KEY = 'sabot.shownEnd';

/** ms since 1970. */
export const shownEndAtMs = (): number => Number(browserKeeps.getItem(KEY) ?? '0');

export const noteShownEnd = (atMs: number): void => browserKeeps.setItem(KEY, String(atMs));
