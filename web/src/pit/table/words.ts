/** The words of a table’s page. They are loaded with it. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/table.json';
import italian from '../../i18n/it/pit/table.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/table': typeof english;
  }
}

const words: WordsOf<'pit/table'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useTableWords = () => ({ ...useWords(), own: useOwnWords('pit/table', words) });
