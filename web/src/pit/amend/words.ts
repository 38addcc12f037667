/** The words for amending a round. They are loaded with it. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/amend.json';
import italian from '../../i18n/it/pit/amend.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/right': typeof english;
  }
}

const words: WordsOf<'pit/right'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useRightWords = () => ({ ...useWords(), own: useOwnWords('pit/right', words) });
export type RightWords = ReturnType<typeof useRightWords>;
