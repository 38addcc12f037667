/** How the player likes to play, as the studio keeps it: the same in every browser. */
import { useStore } from 'zustand';
import { NO_PREFERENCES } from '../../../src/protocol/no-preferences.js';
import type { PlayerPreferences, PreferencesChange } from '../../../src/protocol/preferences.js';
import { changeHttp, readHttp } from './http.js';
import { KeptStore } from './kept-store.js';
import type { Studio } from './studio.js';
import { useStudio } from './use-studio.js';

const stores = new WeakMap<Studio, KeptStore<PlayerPreferences, PreferencesChange>>();

/** Read when they are asked for the first time, and again whenever the connection is back. */
export const preferencesOf = (studio: Studio) => {
  const known = stores.get(studio);
  if (known !== undefined) return known;
  const made = new KeptStore<PlayerPreferences, PreferencesChange>(NO_PREFERENCES, {
    read: () => readHttp('me/preferences'),
    change: (change) => changeHttp('me/preferences', change),
  });
  stores.set(studio, made);
  studio.line.subscribe(({ state }, before) => {
    if (state === 'connected' && before.state !== state) void made.readAgain();
  });
  void made.comes();
  return made;
};

export const usePreference = <T>(select: (kept: PlayerPreferences) => T): T =>
  useStore(preferencesOf(useStudio()).store, ({ kept }) => select(kept));
