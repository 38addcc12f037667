/** Gaming days, as the studio names them: no zone has anything to do with them. */

const DAY_MS = 24 * 3_600_000;

/** `2026-12-01` is one after `2026-11-30`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** `Tue 24 Nov 2026`. */
export const dayText = (day: string, locale: string): string =>
  new Date(Date.parse(day)).toLocaleDateString(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    timeZone: 'UTC',
  });
