/** The words of a player’s own bets. They are loaded with their panel. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/own-bets.json';
import italian from '../i18n/it/own-bets.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly 'own-bets': typeof english;
  }
}

const words: WordsOf<'own-bets'> = { en: english, it: italian };

export const useBetsWords = () => useOwnWords('own-bets', words);
