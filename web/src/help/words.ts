/** The words of the help. They are loaded with its panel. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/help.json';
import italian from '../i18n/it/help.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly help: typeof english;
  }
}

const words: WordsOf<'help'> = { en: english, it: italian };

export const useHelpWords = () => useOwnWords('help', words);
