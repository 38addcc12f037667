/** The words of the staff’s page. They are loaded with it. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/staff.json';
import italian from '../../i18n/it/pit/staff.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/staff': typeof english;
  }
}

const words: WordsOf<'pit/staff'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useStaffWords = () => ({ ...useWords(), own: useOwnWords('pit/staff', words) });
