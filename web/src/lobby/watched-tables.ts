/**
 * The tables that are watched beside the one that is played: a few, in the order they were chosen,
 * kept in this browser.
 */
import { createStore } from 'zustand/vanilla';

export const WATCHED_MOST = 4;

const KEY = 'sabot.watched';

/** What was kept, as far as it is a list of names. */
export const parseWatched = (text: string | null): readonly string[] => {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  const names = kept.filter((each): each is string => typeof each === 'string');
  return [...new Set(names)].slice(0, WATCHED_MOST);
};

/** `watched` with the table or, where it is one of them, without it. No more than fit are taken. */
export const withPin = (watched: readonly string[], table: string): readonly string[] => {
  if (watched.includes(table)) return watched.filter((each) => each !== table);
  return watched.length < WATCHED_MOST ? [...watched, table] : watched;
};

export const watchedTables = createStore<readonly string[]>(() =>
  parseWatched(globalThis.localStorage?.getItem(KEY) ?? null),
);

export const isWatched = (table: string): boolean => watchedTables.getState().includes(table);

export const pin = (table: string): void => {
  const watched = withPin(watchedTables.getState(), table);
  watchedTables.setState(watched, true);
  localStorage.setItem(KEY, JSON.stringify(watched));
};
