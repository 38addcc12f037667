/** The words that all solo rooms share. They are loaded with the first of them, or the lobby. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/solo.json';
import italian from '../i18n/it/solo.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly solo: typeof english;
  }
}

const words: WordsOf<'solo'> = { en: english, it: italian };

export const useSoloWords = () => useOwnWords('solo', words);
