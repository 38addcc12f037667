/** The words of the desk’s sheets. */
import { useTranslation } from 'react-i18next';
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/desk/sheets.json';
import italian from '../../i18n/it/desk/sheets.json';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'desk/sheets': typeof english;
  }
}

export const sheetWords: WordsOf<'desk/sheets'> = { en: english, it: italian };

export const useSheetWords = () => useTranslation('desk/sheets').t;
export type SheetWords = ReturnType<typeof useSheetWords>;
