/**
 * The period of a download: 31 days at most; where an end is left out, those to now, or those from
 * where it begins.
 */
import { CSV_PERIOD_MS, type CsvQuery } from '../protocol/http.js';

export const csvPeriod = (
  { fromMs, toMs }: CsvQuery,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } => {
  if (fromMs !== undefined) return { fromMs, toMs: toMs ?? fromMs + CSV_PERIOD_MS };
  const endMs = toMs ?? nowMs + 1;
  return { fromMs: Math.max(0, endMs - CSV_PERIOD_MS), toMs: endMs };
};
