/** The words of the cashier. They are loaded with its panel. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/cashier.json';
import italian from '../i18n/it/cashier.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly cashier: typeof english;
  }
}

const words: WordsOf<'cashier'> = { en: english, it: italian };

export const useCashierWords = () => useOwnWords('cashier', words);
export type CashierWords = ReturnType<typeof useCashierWords>;
