/** The words of support. They are loaded with it. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/support.json';
import italian from '../../i18n/it/pit/support.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/support': typeof english;
  }
}

const words: WordsOf<'pit/support'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useSupportWords = () => ({ ...useWords(), own: useOwnWords('pit/support', words) });
