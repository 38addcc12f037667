/** The words of the processes. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/processes.json';
import italian from '../../i18n/it/pit/processes.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/processes': typeof english;
  }
}

const words: WordsOf<'pit/processes'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useProcessWords = () => ({ ...useWords(), own: useOwnWords('pit/processes', words) });
