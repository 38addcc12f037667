/** The words of the operators. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/operators.json';
import italian from '../../i18n/it/pit/operators.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/operators': typeof english;
  }
}

const words: WordsOf<'pit/operators'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useOperatorWords = () => ({ ...useWords(), own: useOwnWords('pit/operators', words) });
