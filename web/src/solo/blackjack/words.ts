/** The words of Blackjack. They are loaded with its room. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/blackjack.json';
import italian from '../../i18n/it/blackjack.json';
import { useOwnWords } from '../../i18n/own-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly blackjack: typeof english;
  }
}

const words: WordsOf<'blackjack'> = { en: english, it: italian };

export const useBlackjackWords = () => useOwnWords('blackjack', words);
