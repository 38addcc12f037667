/** Until when a badge is locked: to the second, since the first locks last some seconds only. */
import { dateLocale } from '../i18n/date-locale.js';

export const lockTimeText = (untilMs: number, language: string): string =>
  new Date(untilMs).toLocaleTimeString(dateLocale(language), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
