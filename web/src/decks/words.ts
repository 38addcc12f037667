/** The names of the cards of every deck. They are loaded with the first that is drawn. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/decks.json';
import italian from '../i18n/it/decks.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly decks: typeof english;
  }
}

const words: WordsOf<'decks'> = { en: english, it: italian };

export const useDeckWords = () => useOwnWords('decks', words);
