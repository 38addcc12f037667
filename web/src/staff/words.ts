/** The words that the pages for the staff share: those of the sign-in. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/staff.json';
import italian from '../i18n/it/staff.json';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly staff: typeof english;
  }
}

export const staffWords: WordsOf<'staff'> = { en: english, it: italian };
