/** The words of the practice. They are loaded with it. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/desk/practice.json';
import italian from '../../i18n/it/desk/practice.json';
import { useOwnWords } from '../../i18n/own-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'desk/practice': typeof english;
  }
}

const words: WordsOf<'desk/practice'> = { en: english, it: italian };

export const usePracticeWords = () => useOwnWords('desk/practice', words);
