/**
 * The currencies of a table: its own, and further ones, each with chips and limits of its own. A
 * player of any of them sits there, and is shown the table in the player's own.
 */
import { isCurrency } from '../money/currency.js';
import { byRate } from '../money/rate.js';
import type { Spot } from '../punto-banco/spot.js';
import { LIMIT_DIGITS, type OfGroup, type SpotLimits } from './limits-of.js';
import { isSameSetting } from './same-settings.js';

/** So many currencies a table has besides its own, at most. */
export const FURTHER_MAX = 8;

/** What a table has in a currency other than its own. Amounts are minor units of that one. */
export interface FurtherCurrency {
  readonly chips: readonly string[];
  readonly limits: Readonly<Record<Spot, SpotLimits>>;
  readonly groupLimits: Readonly<Record<string, OfGroup>>;
  readonly tipMax: string | null;
  /** How much of the table's own currency one of it is taken to be worth: a decimal, `1.06`. */
  readonly rate: string;
}

/** By what a further currency is counted in the table's own. */
export interface InOwn {
  readonly own: string;
  readonly rate: string;
}

/**
 * Whether an amount of the settings can be added up for all players: in its minor units, and by the
 * rate, where its currency is a further one, in those of the table's own.
 */
export const isBounded = (value: bigint, currency: string, inOwn?: InOwn): boolean =>
  hasDigits(value) &&
  (inOwn === undefined || hasDigits(byRate(value, currency, inOwn.own, inOwn.rate)));

const hasDigits = (value: bigint): boolean => value.toString().length <= LIMIT_DIGITS;

/** Of settings, what differs by currency. */
export interface OfCurrency {
  readonly currency: string;
  /** Left out where the table has its own currency alone. */
  readonly further?: Readonly<Record<string, FurtherCurrency>> | undefined;
}

/** The further ones, in the order of their names. */
export const furtherOf = ({ further = {} }: OfCurrency): readonly string[] =>
  Object.keys(further).sort();

/** Settings, or what is listed of a table. */
interface Currencies {
  readonly currency: string;
  readonly further?: object | undefined;
}

/** Whether the table takes bets in it. */
export const takesCurrency = ({ currency: own, further = {} }: Currencies, currency: string) =>
  currency === own || Object.hasOwn(further, currency);

/** Whether there is one that is not in use, and that `before` does not have. */
export const takesUnknown = (now: OfCurrency, before?: OfCurrency): boolean =>
  [now.currency, ...furtherOf(now)].some(
    (each) => !isCurrency(each) && !(before !== undefined && takesCurrency(before, each)),
  );

/** What some further currencies were as a change of them was made. Null: the table had it not. */
export type FurtherBefore = Readonly<Record<string, FurtherCurrency | null>>;

/** Whether nobody has changed any of them since. */
export const isFurtherStill = ({ further = {} }: OfCurrency, was: FurtherBefore = {}): boolean =>
  Object.entries(was).every(([currency, its]) =>
    isSameSetting(its, Object.hasOwn(further, currency) ? further[currency] : null),
  );

/**
 * The table as a player of `currency` has it: with the chips and limits of that currency. As they
 * are where the table does not take it.
 */
export const settingsIn = <S extends OfCurrency>(settings: S, currency: string): S => {
  if (currency === settings.currency || !takesCurrency(settings, currency)) return settings;
  const { further, ...own } = settings;
  const { chips, limits, groupLimits, tipMax } = further![currency]!;
  return { ...own, chips, limits, groupLimits, tipMax, currency } as unknown as S;
};

/** Sums of minor units, by currency. */
export type Sums = ReadonlyMap<string, bigint>;

/**
 * All of `sums` as one in the table's own currency, by its stated rates: about so much. One of a
 * currency that the table has no rate for any more is left out.
 */
export const aboutInOwn = (settings: OfCurrency, sums: Sums): bigint => {
  const { currency: own, further = {} } = settings;
  let total = 0n;
  for (const [currency, sum] of sums) {
    if (currency === own) total += sum;
    else if (Object.hasOwn(further, currency)) {
      total += byRate(sum, currency, own, further[currency]!.rate);
    }
  }
  return total;
};
