/**
 * Moments as people type them in the pit, on the clock of this machine: `21/11/2026 10:05`, the day
 * first and 24 hours, whatever the browser’s own language is.
 */

const MINUTE_MS = 60_000;

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * As a field shows it, to the minute. On the night on which summer time ends an hour comes twice:
 * the second time it says how far it is from UTC, `25/10/2026 02:30 +01:00`.
 */
export const momentText = (atMs: number): string => {
  const at = new Date(atMs);
  const day = `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`;
  const text = `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
  const isRead = readMoment(text) === atMs - (atMs % MINUTE_MS);
  return isRead ? text : `${text} ${offsetText(-at.getTimezoneOffset())}`;
};

/** `+01:00`. */
const offsetText = (minutes: number): string => {
  const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${two(hour)}:${two(minute)}`;
};

/** `+01:00`, in ms. */
const offsetMs = (text: string): number => {
  const [hours, minutes] = text.slice(1).split(':').map(Number) as [number, number];
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
};

const OFFSET = ' ?(?<offset>[+-][01]\\d:[0-5]\\d)?$';
const TYPED = new RegExp(
  `^(?<day>\\d{1,2})[./-](?<month>\\d{1,2})[./-](?<year>\\d{4})[ ,]+(?<hour>\\d{1,2})[:.](?<minute>\\d{2})${OFFSET}`,
);
const SORTED = new RegExp(
  `^(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})[T ](?<hour>\\d{2}):(?<minute>\\d{2})${OFFSET}`,
);

/**
 * In ms. Undefined for what is no moment, as the 31st of February, or an hour that is left out as
 * summer time begins.
 */
export const readMoment = (text: string): number | undefined => {
  const typed = text.trim();
  const parts = (TYPED.exec(typed) ?? SORTED.exec(typed))?.groups;
  if (parts === undefined) return undefined;
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((name) =>
    Number(parts[name]),
  ) as [number, number, number, number, number];
  // As if the clock were of UTC: the hour that another one leaves out is there, too.
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal =
    utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day && hour < 24 && minute < 60;
  if (!isReal) return undefined;
  const { offset } = parts;
  if (offset !== undefined) return utc.getTime() - offsetMs(offset);
  const at = new Date(year, month - 1, day, hour, minute);
  return at.getHours() === hour && at.getMinutes() === minute ? at.getTime() : undefined;
};
