/** The words of the approvals. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/approvals.json';
import italian from '../../i18n/it/pit/approvals.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/approvals': typeof english;
  }
}

const words: WordsOf<'pit/approvals'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useApprovalWords = () => ({ ...useWords(), own: useOwnWords('pit/approvals', words) });
export type ApprovalWords = ReturnType<typeof useApprovalWords>;
