/** The words of the incidents. They are loaded with them. */
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/pit/incidents.json';
import italian from '../../i18n/it/pit/incidents.json';
import { useOwnWords } from '../../i18n/own-words.js';
import { useWords } from '../use-words.js';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'pit/incidents': typeof english;
  }
}

const words: WordsOf<'pit/incidents'> = { en: english, it: italian };

/** The pit’s words, and `own`, those of this room. */
export const useIncidentWords = () => ({ ...useWords(), own: useOwnWords('pit/incidents', words) });
