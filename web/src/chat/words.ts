/** The words of the chat. They are loaded with its panel. */
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/chat.json';
import italian from '../i18n/it/chat.json';
import { useOwnWords } from '../i18n/own-words.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly chat: typeof english;
  }
}

const words: WordsOf<'chat'> = { en: english, it: italian };

export const useChatWords = () => useOwnWords('chat', words);
