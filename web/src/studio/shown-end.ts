/**
 * The end of a session that a player was shown last. It is kept in this browser, so that a page
 * that comes back shows a newer one.
 */
import { browserKeeps } from '../browser-keeps.js';

const keyOf = (player: string): string => `sabot.shownEnd.${player}`;

/** ms since 1970. */
export const shownEndAtMs = (player: string): number =>
  Number(browserKeeps.getItem(keyOf(player)) ?? '0');

export const noteShownEnd = (player: string, atMs: number): void =>
  browserKeeps.setItem(keyOf(player), String(atMs));
