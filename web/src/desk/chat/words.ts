/** The words of the desk’s chat. */
import { useTranslation } from 'react-i18next';
import type { WordsOf } from '../../i18n/index.js';
import english from '../../i18n/en/desk/chat.json';
import italian from '../../i18n/it/desk/chat.json';

declare module '../../i18n/index.js' {
  interface WordSpaces {
    readonly 'desk/chat': typeof english;
  }
}

export const chatWords: WordsOf<'desk/chat'> = { en: english, it: italian };

export const useDeskChatWords = () => useTranslation('desk/chat').t;
