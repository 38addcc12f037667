/** The words of the cases about wallets. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/wallets.json';
import italian from '../../i18n/it/pit/wallets.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/wallets': typeof english;
  }
}

const words: WordsOf<'pit/wallets'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useWalletWords = () => ({ ...useWords(), own: useOwnWords('pit/wallets', words) });
