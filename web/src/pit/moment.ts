/**
 * Moments as people type them in the pit, on the clock of this machine: `21/11/2026 10:05`, the day
 * first and 24 hours, whatever the browser’s own language is.
 */

/** As a field shows it. */
export const momentText = (atMs: number): string => {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
};

const TYPED =
  /^(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4})[ ,]+(?<hour>\d{1,2})[:.](?<minute>\d{2})$/;
const SORTED = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2})$/;

/** In ms. Undefined for what is no moment, as the 31st of February. */
export const readMoment = (text: string): number | undefined => {
  const typed = text.trim();
  const parts = (TYPED.exec(typed) ?? SORTED.exec(typed))?.groups;
  if (parts === undefined) return undefined;
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((name) =>
    Number(parts[name]),
  ) as [number, number, number, number, number];
  const at = new Date(year, month - 1, day, hour, minute);
  const isReal = at.getMonth() === month - 1 && at.getDate() === day && hour < 24 && minute < 60;
  return isReal ? at.getTime() : undefined;
};
