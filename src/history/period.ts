/**
 * The period of a download, 31 days at most. Without an end it lasts 31 days from its beginning.
 * Without a beginning it is the 31 days before its end, or before now.
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
