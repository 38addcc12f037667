/** The tables watched beside the one that is played: a few, in the order they were chosen. */
import { WATCHED_MOST } from '../../../src/protocol/no-preferences.js';
import { preferencesOf } from '../studio/preferences-store.js';
import { type Owner, isOwnTable } from './own-tables.js';

/** `watched` with the table or, where it is one of them, without it. No more than fit are taken. */
export const withPin = (watched: readonly string[], table: string): string[] => {
  if (watched.includes(table)) return watched.filter((each) => each !== table);
  return watched.length < WATCHED_MOST ? [...watched, table] : [...watched];
};

/** Those of `watched` that are the player's own. */
export const ownWatched = (watched: readonly string[], owner: Owner): readonly string[] =>
  watched.filter((table) => isOwnTable(owner, table));

/**
 * Pins the table or takes it off, and resolves with those that are watched then. Undefined where
 * those that the studio keeps cannot be read: they would be lost. One that is not the player's own
 * any more takes no other's place.
 */
export const changePin = async (
  preferences: ReturnType<typeof preferencesOf>,
  owner: Owner,
  table: string,
): Promise<readonly string[] | undefined> => {
  await preferences.read();
  const { kept, isRead } = preferences.store.getState();
  if (!isRead) return undefined;
  const watched = withPin(ownWatched(kept.watched, owner), table);
  void preferences.change({ watched });
  return watched;
};
