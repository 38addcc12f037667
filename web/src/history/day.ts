/**
 * Days as the player’s own clock and calendar count them, `2026-03-29`. A day may have 23 hours, or
 * 25.
 */

export interface DayBounds {
  readonly fromMs: number;
  /** The first ms of the next day. */
  readonly toMs: number;
}

/** The day that contains `atMs`. */
export const dayOf = (atMs: number): string => {
  const at = new Date(atMs);
  const month = String(at.getMonth() + 1).padStart(2, '0');
  const date = String(at.getDate()).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${month}-${date}`;
};

/** Undefined for what is not a day: `''`, `2026-02-30`. */
export const dayBounds = (day: string): DayBounds | undefined => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const [year, month, date] = parts as [number, number, number];
  const fromMs = new Date(year, month - 1, date).getTime();
  if (dayOf(fromMs) !== day) return undefined;
  return { fromMs, toMs: new Date(year, month - 1, date + 1).getTime() };
};

/** The day before where `days` is −1. */
export const dayBeside = (day: string, days: number): string => {
  const bounds = dayBounds(day);
  if (bounds === undefined) return day;
  const at = new Date(bounds.fromMs);
  // At noon: midnight may not exist, or come twice.
  return dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, 12).getTime());
};

/** `sabot-rounds-2026-03-29.csv`. */
export const csvName = (what: 'rounds' | 'statement', day: string): string =>
  `sabot-${what}-${day}.csv`;
