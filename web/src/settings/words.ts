/** The words of the settings. They are loaded with its panel. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/settings.json';
import italian from '../i18n/it/settings.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly settings: typeof english;
  }
}

const words: WordsOf<'settings'> = { en: english, it: italian };

export const useSettingsWords = () => useOwnWords('settings', words);
