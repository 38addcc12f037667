/** The words of the reports and the audit. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/reports.json';
import italian from '../../i18n/it/pit/reports.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/reports': typeof english;
  }
}

const words: WordsOf<'pit/reports'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useReportWords = () => ({ ...useWords(), own: useOwnWords('pit/reports', words) });
