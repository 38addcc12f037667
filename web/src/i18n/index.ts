/**
 * The page’s words, in every language it has. The studio sends codes, and sentences are made here.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { english } from './en/index.js';
import { italian } from './it/index.js';

export const LANGUAGES = ['en', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The words of every page, by their namespace. A page for the staff adds its own, so that the
 * player’s does not have to load them.
 */
export interface WordSpaces {
  readonly translation: typeof english;
}
type Space = keyof WordSpaces;

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: WordSpaces;
    readonly returnNull: false;
  }
}

/** The words of a namespace, in every language. */
export type WordsOf<Name extends Space> = Readonly<Record<Language, WordSpaces[Name]>>;

/** The language that was chosen, else the first of the browser’s that there is, else English. */
export const preferredLanguage = (chosen: string | null): Language =>
  [chosen ?? '', ...navigator.languages]
    .map((wanted) => LANGUAGES.find((language) => language === wanted.slice(0, 2)))
    .find((language) => language !== undefined) ?? 'en';

export const startWords = async (
  language: Language,
  more: { readonly [Name in Exclude<Space, 'translation'>]?: WordsOf<Name> } = {},
): Promise<void> => {
  await i18next.use(initReactI18next).init({
    resources: {
      en: { translation: english, ...inLanguage(more, 'en') },
      it: { translation: italian satisfies typeof english, ...inLanguage(more, 'it') },
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

const inLanguage = (
  spaces: Readonly<Record<string, Readonly<Record<Language, object>>>>,
  language: Language,
): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(spaces).map(([name, words]) => [name, words[language]]));
