/**
 * The locale in which a language’s dates and times are written. English ones are written as in
 * Europe, day first and with 24 hours.
 */
export const dateLocale = (language: string): string => (language === 'en' ? 'en-GB' : language);
