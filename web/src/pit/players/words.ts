/** The words of the players. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/players.json';
import italian from '../../i18n/it/pit/players.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/players': typeof english;
  }
}

const words: WordsOf<'pit/players'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const usePlayerWords = () => ({ ...useWords(), own: useOwnWords('pit/players', words) });
