/**
 * What the player has set. The studio keeps it. A change is drawn at once, and put back where the
 * studio refuses.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_PLAYER_SETTINGS } from '../../../src/protocol/default-settings.js';
import type { PlayerSettings, SettingsChange } from '../../../src/protocol/http.js';
import { LANGUAGES, preferredLanguage, speak } from '../i18n/index.js';
import { type HttpFault, changeHttp, faultOf, readHttp } from './http.js';
import type { Studio } from './studio.js';
import { useStudio } from './use-studio.js';

interface SettingsView {
  readonly settings: PlayerSettings;
  /** Whether they are the player’s own: the studio has sent them. */
  readonly isRead: boolean;
  /** Why the last reading or change came to nothing. */
  readonly fault: HttpFault | undefined;
}

/** Where settings are kept. Both reject where they cannot be. */
interface SettingsPlace {
  readonly read: () => Promise<PlayerSettings>;
  readonly change: (change: SettingsChange) => Promise<PlayerSettings>;
}

export class SettingsStore {
  readonly store = createStore<SettingsView>(() => ({
    settings: DEFAULT_PLAYER_SETTINGS, // Until the studio has sent them.
    isRead: false,
    fault: undefined,
  }));
  #kept = DEFAULT_PLAYER_SETTINGS;
  /** Asked and not answered yet, in order. */
  #asked: readonly SettingsChange[] = [];
  #turn: Promise<void> = Promise.resolve();
  #reading: Promise<void> | undefined;

  constructor(private readonly place: SettingsPlace) {}

  /** Reads them if that has not been done yet. */
  read(): Promise<void> {
    if (this.store.getState().isRead) return Promise.resolve();
    return (this.#reading ??= this.#read());
  }

  /** Resolves when it is stored, or put back. */
  change(change: SettingsChange): Promise<void> {
    this.#asked = [...this.#asked, change];
    this.#show({ fault: undefined });
    this.#turn = this.#turn.then(() => this.#send(change));
    return this.#turn;
  }

  async #read(): Promise<void> {
    try {
      this.#kept = await this.place.read();
      this.#show({ isRead: true, fault: undefined });
    } catch (error) {
      this.#show({ fault: faultOf(error) });
    } finally {
      this.#reading = undefined;
    }
  }

  /** One after the other: what the studio answers last is what holds. */
  async #send(change: SettingsChange): Promise<void> {
    let published: Partial<SettingsView>;
    try {
      this.#kept = await this.place.change(change);
      published = { isRead: true };
    } catch (error) {
      published = { fault: faultOf(error) };
    }
    this.#asked = this.#asked.filter((each) => each !== change);
    this.#show(published);
  }

  #show(published: Partial<SettingsView>): void {
    const settings = this.#asked.reduce<SettingsChange>(
      (all, change) => ({ ...all, ...change }),
      this.#kept,
    );
    this.store.setState({ ...published, settings: settings as PlayerSettings });
  }
}

const stores = new WeakMap<Studio, SettingsStore>();

/**
 * The settings of whoever is signed in. They are read when they are asked for the first time, and
 * again when the connection is back.
 */
export const settingsOf = (studio: Studio): SettingsStore => {
  const known = stores.get(studio);
  if (known !== undefined) return known;
  const made = new SettingsStore({
    read: () => readHttp('me/settings'),
    change: (change) => changeHttp('me/settings', change),
  });
  stores.set(studio, made);
  made.store.subscribe(({ settings }, before) => {
    if (settings.language !== before.settings.language) void speakAs(settings.language);
  });
  studio.line.subscribe(({ state }) => {
    if (state === 'connected') void made.read();
  });
  void made.read();
  return made;
};

const LANGUAGE = 'sabot.language';

const speakAs = async (language: PlayerSettings['language']): Promise<void> => {
  if (language === null) localStorage.removeItem(LANGUAGE);
  else localStorage.setItem(LANGUAGE, language);
  await speak(LANGUAGES.find((each) => each === language) ?? preferredLanguage(null));
};

interface OwnSettings extends SettingsView {
  readonly change: (change: SettingsChange) => void;
}

export const useSettings = (): OwnSettings => {
  const settings = settingsOf(useStudio());
  const view = useStore(settings.store);
  return { ...view, change: (change) => void settings.change(change) };
};
