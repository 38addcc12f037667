/** The words of the rounds. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/rounds.json';
import italian from '../../i18n/it/pit/rounds.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/rounds': typeof english;
  }
}

const words: WordsOf<'pit/rounds'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useRoundWords = () => ({ ...useWords(), own: useOwnWords('pit/rounds', words) });
