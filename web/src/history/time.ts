/** Times as the player’s clock shows them. */
import { dateLocale } from '../i18n/date-locale.js';
import { dayOf } from './day.js';

/** `14:05:09`. */
export const timeText = (atMs: number, language: string): string =>
  new Date(atMs).toLocaleTimeString(dateLocale(language), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

/** `29 Mar, 14:05`, and `29 Mar 2031, 14:05` where that is another year than now. */
export const dayAndTimeText = (atMs: number, language: string, nowMs = Date.now()): string =>
  new Date(atMs).toLocaleString(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    year: yearOf(atMs) === yearOf(nowMs) ? undefined : 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

/** The time alone where it is today. */
export const lately = (atMs: number, language: string, nowMs: number): string =>
  dayOf(atMs) === dayOf(nowMs)
    ? new Date(atMs).toLocaleTimeString(dateLocale(language), {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
    : dayAndTimeText(atMs, language, nowMs);

const yearOf = (atMs: number): number => new Date(atMs).getFullYear();
