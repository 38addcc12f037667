/**
 * In which locale a language’s dates and times are written: English ones as in Europe, day first
 * and 24 hours.
 */
export const dateLocale = (language: string): string => (language === 'en' ? 'en-GB' : language);
