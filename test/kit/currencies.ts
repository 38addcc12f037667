/** What a table takes in currencies other than the euro. */
import type { FurtherCurrency } from '../../src/round/currencies.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { SPOTS } from '../../src/punto-banco/spot.js';

/** One of it is `rate` euros. `min` and `max` are minor units, of every spot. */
const further = (
  rate: string,
  chips: readonly string[],
  max: string,
  more: Partial<FurtherCurrency> = {},
): FurtherCurrency => ({
  chips,
  limits: Object.fromEntries(
    SPOTS.map((spot) => [spot, { min: chips[0]!, max }]),
  ) as typeof DEFAULT_SETTINGS.limits,
  groupLimits: {},
  tipMax: null,
  rate,
  ...more,
});

/** Of two, none, and eight decimals. */
export const FURTHER = {
  CHF: further('1.06', ['100', '500', '2500', '10000'], '1000000', { tipMax: '2000' }),
  JPY: further('0.0061', ['100', '1000', '10000'], '2000000'),
  BTC: further('91234.5', ['1000', '10000', '100000'], '50000000'),
};
