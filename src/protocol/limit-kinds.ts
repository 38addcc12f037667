/** The lists of limits of play, for those who have no use for a schema. */

/** `loss` and `stake` are of a currency. `reality_check`: after how long she is asked. */
export const LIMIT_KINDS = ['loss', 'stake', 'time', 'reality_check'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];
