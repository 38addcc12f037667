/** The words of Sette e Mezzo. They are loaded with its room. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/sette-e-mezzo.json';
import italian from '../../i18n/it/sette-e-mezzo.json';
import { useOwnWords } from '../../i18n/own-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly setteEMezzo: typeof english;
  }
}

const words: WordsOf<'setteEMezzo'> = { en: english, it: italian };

export const useSetteEMezzoWords = () => useOwnWords('setteEMezzo', words);
