/** The words of the protection of players. They are loaded with its panel. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/safety.json';
import italian from '../i18n/it/safety.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly safety: typeof english;
  }
}

const words: WordsOf<'safety'> = { en: english, it: italian };

export const useSafetyWords = () => useOwnWords('safety', words);
