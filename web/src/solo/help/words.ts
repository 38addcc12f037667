/** The words of the solo games’ help. They are loaded with its panel. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/solo-help.json';
import italian from '../../i18n/it/solo-help.json';
import { useOwnWords } from '../../i18n/own-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly soloHelp: typeof english;
  }
}

const words: WordsOf<'soloHelp'> = { en: english, it: italian };

export const useSoloHelpWords = () => useOwnWords('soloHelp', words);
