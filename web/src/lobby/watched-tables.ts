/** The tables watched beside the one that is played: a few, in the order they were chosen. */
import { WATCHED_MOST } from '../../../src/protocol/no-preferences.js';
import { preferencesOf } from '../studio/preferences-store.js';
import type { Studio } from '../studio/studio.js';

/** `watched` with the table or, where it is one of them, without it. No more than fit are taken. */
export const withPin = (watched: readonly string[], table: string): string[] => {
  if (watched.includes(table)) return watched.filter((each) => each !== table);
  return watched.length < WATCHED_MOST ? [...watched, table] : [...watched];
};

/**
 * Pins the table or takes it off, and resolves with those that are watched then. Undefined where
 * those that the studio keeps cannot be read: they would be lost.
 */
export const changePin = async (
  preferences: ReturnType<typeof preferencesOf>,
  table: string,
): Promise<readonly string[] | undefined> => {
  await preferences.read();
  const { kept, isRead } = preferences.store.getState();
  if (!isRead) return undefined;
  const watched = withPin(kept.watched, table);
  void preferences.change({ watched });
  return watched;
};

export const isWatched = (studio: Studio, table: string): boolean =>
  preferencesOf(studio).store.getState().kept.watched.includes(table);
