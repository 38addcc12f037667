/** The period of a report: a shift of this day, or any other, on the clock of this machine. */
import { readMoment } from '../moment.js';

/** As the protocol has it. */
const SHIFT_MAX_MS = 48 * 3_600_000;

interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a report is asked for: of all tables where `table` is empty, of all dealers likewise. */
export interface AskedReport extends Period {
  readonly table: string;
  readonly dealer: string;
}

export const SPANS = ['last8', 'last24', 'today', 'yesterday'] as const;
export type Span = (typeof SPANS)[number];

const HOUR_MS = 3_600_000;

export const periodOf = (span: Span, nowMs: number): Period => {
  const now = new Date(nowMs);
  const midnight = (daysAgo: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
  switch (span) {
    case 'last8':
      return { fromMs: nowMs - 8 * HOUR_MS, toMs: nowMs };
    case 'last24':
      return { fromMs: nowMs - 24 * HOUR_MS, toMs: nowMs };
    case 'today':
      return { fromMs: midnight(0), toMs: nowMs };
    case 'yesterday':
      return { fromMs: midnight(1), toMs: midnight(0) };
  }
};

/** `2026-11-21-1005`. */
const nameOf = (atMs: number): string => {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}`;
};

type PeriodFault = 'not_a_time' | 'ends_before' | 'too_long';

/** `sabot-shift-2026-11-21-0600-to-2026-11-21-1400.csv`, on the clock of this machine. */
export const shiftFile = ({ fromMs, toMs }: Period, type: 'json' | 'csv'): string =>
  `sabot-shift-${nameOf(fromMs)}-to-${nameOf(toMs)}.${type}`;

/** What two such fields say, or what is wrong with it. */
export const readPeriod = (from: string, to: string): Period | PeriodFault => {
  const fromMs = readMoment(from);
  const toMs = readMoment(to);
  if (fromMs === undefined || toMs === undefined) return 'not_a_time';
  if (toMs <= fromMs) return 'ends_before';
  return toMs - fromMs > SHIFT_MAX_MS ? 'too_long' : { fromMs, toMs };
};
