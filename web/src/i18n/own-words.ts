/**
 * The words of a part of a page that is loaded when it is first wanted. They are loaded with it.
 */
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type WordSpaces, type WordsOf } from './index.js';

type OwnSpace = Exclude<keyof WordSpaces, 'translation'>;

export const useOwnWords = <Space extends OwnSpace>(space: Space, words: WordsOf<Space>) => {
  for (const language of LANGUAGES) {
    if (i18next.hasResourceBundle(language, space)) break;
    i18next.addResourceBundle(language, space, words[language]);
  }
  return useTranslation(space).t;
};
