/** The words of the history. They are loaded with its panel. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/history.json';
import italian from '../i18n/it/history.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly history: typeof english;
  }
}

const words: WordsOf<'history'> = { en: english, it: italian };

export const useHistoryWords = () => useOwnWords('history', words);
export type HistoryWords = ReturnType<typeof useHistoryWords>;
