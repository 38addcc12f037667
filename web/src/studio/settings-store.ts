/** What the player has set, as the studio keeps it. */
import { useStore } from 'zustand';
import { DEFAULT_PLAYER_SETTINGS } from '../../../src/protocol/default-settings.js';
import type { PlayerSettings, PlayerSettingsChange } from '../../../src/protocol/http.js';
import { LANGUAGES, preferredLanguage, speak } from '../i18n/index.js';
import { type HttpFault, changeHttp, readHttp } from './http.js';
import { KeptStore } from './kept-store.js';
import type { Studio } from './studio.js';
import { useStudio } from './use-studio.js';
import { browserKeeps } from '../browser-keeps.js';

type SettingsStore = KeptStore<PlayerSettings, PlayerSettingsChange>;

const stores = new WeakMap<Studio, SettingsStore>();

/**
 * The settings of whoever is signed in. They are read when they are asked for the first time, until
 * they have come.
 */
export const settingsOf = (studio: Studio): SettingsStore => {
  const known = stores.get(studio);
  if (known !== undefined) return known;
  const made: SettingsStore = new KeptStore(DEFAULT_PLAYER_SETTINGS, {
    read: () => readHttp('me/settings'),
    change: (change) => changeHttp('me/settings', change),
  });
  stores.set(studio, made);
  made.store.subscribe(({ kept }, before) => {
    if (kept.language !== before.kept.language) void speakAs(kept.language);
  });
  studio.line.subscribe(({ state }, before) => {
    if (state === 'connected' && before.state !== state) void made.comes();
  });
  void made.comes();
  return made;
};

const LANGUAGE = 'sabot.language';

const speakAs = async (language: PlayerSettings['language']): Promise<void> => {
  if (language === null) browserKeeps.removeItem(LANGUAGE);
  else browserKeeps.setItem(LANGUAGE, language);
  await speak(LANGUAGES.find((each) => each === language) ?? preferredLanguage(null));
};

interface OwnSettings {
  readonly settings: PlayerSettings;
  readonly isRead: boolean;
  readonly fault: HttpFault | undefined;
  readonly change: (change: PlayerSettingsChange) => void;
}

export const useSettings = (): OwnSettings => {
  const own = settingsOf(useStudio());
  const { kept, isRead, fault } = useStore(own.store);
  return { settings: kept, isRead, fault, change: (change) => void own.change(change) };
};
