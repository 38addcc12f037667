/**
 * The result of each table that the player was shown last. It is kept as long as the
 * token of this page, so that a page that comes back shows a newer one, and no other.
 */
import type { PlayerResult } from '../../../src/protocol/player.js';
import { tabKeeps } from '../browser-keeps.js';

const KEY = 'sabot.shownResults';

/** Game numbers by table. They have ten digits each. */
const shownResults = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(tabKeeps.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
};

export const isShownResult = ({ table, game }: PlayerResult): boolean =>
  (shownResults()[table] ?? '') >= game;

export const noteShownResult = ({ table, game }: PlayerResult): void => {
  tabKeeps.setItem(KEY, JSON.stringify({ ...shownResults(), [table]: game }));
};
