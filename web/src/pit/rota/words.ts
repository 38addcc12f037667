/** The words of the rota. They are loaded with it. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/rota.json';
import italian from '../../i18n/it/pit/rota.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/rota': typeof english;
  }
}

const words: WordsOf<'pit/rota'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useRotaWords = () => ({ ...useWords(), own: useOwnWords('pit/rota', words) });
