/** The page’s words, in every language it speaks. The studio sends codes; sentences are made here. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { english } from './en/index.js';
import { italian } from './it/index.js';

export const LANGUAGES = ['en', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: { readonly translation: typeof english };
    readonly returnNull: false;
  }
}

/** The language that was chosen, else the browser’s, else English. */
export const preferredLanguage = (chosen: string | null): Language => {
  const wanted = [chosen ?? '', ...navigator.languages].map((each) => each.slice(0, 2));
  return (
    LANGUAGES.find((language) => wanted[0] === language) ??
    LANGUAGES[LANGUAGES.findIndex((language) => wanted.includes(language))] ??
    'en'
  );
};

export const startWords = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    resources: {
      en: { translation: english },
      it: { translation: italian satisfies typeof english },
    },
    lng: language,
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
};

export const speak = async (language: Language): Promise<void> => {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
};
